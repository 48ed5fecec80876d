"""Decides what is kept of a secret that stands in an address: never the secret itself."""

import hashlib


def hash_of(token: str) -> str:
    """What the database keeps of a token, in hexadecimal; it is long and random, so that a plain digest hides it."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()
