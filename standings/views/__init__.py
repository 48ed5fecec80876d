"""Pages of `standings`: tables, their explanation, and what officers do with them."""
