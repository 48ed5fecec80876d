"""Forms of `discipline`, one file a subject."""
