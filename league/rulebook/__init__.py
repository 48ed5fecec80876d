"""Rule books: schema, strict loader, versions; no ORM in the loader."""
