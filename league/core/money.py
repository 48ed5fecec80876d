"""Decides how money is read and written: decimal strings outside, whole cents inside."""

import re

_AMOUNT = re.compile(r"(-?)(\d{1,9})(?:\.(\d{2}))?")


def cents(amount: str) -> int:
    """The cents of a decimal string such as "50.00" or "50". Raises ValueError for anything else."""
    found = _AMOUNT.fullmatch(amount)
    if found is None:
        raise ValueError(f"{amount!r} is no amount such as '50.00'")
    sign, whole, fraction = found.groups()
    value = int(whole) * 100 + int(fraction or 0)
    return -value if sign else value


def amount(value: int) -> str:
    """The decimal string of an amount in cents, such as "50.00"."""
    whole, fraction = divmod(abs(value), 100)
    return f"{'-' if value < 0 else ''}{whole}.{fraction:02d}"
