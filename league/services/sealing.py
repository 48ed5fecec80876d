"""Decides how a secret of somebody else's is kept: sealed with the installation's secret key, opened by nobody else."""

from base64 import urlsafe_b64encode

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

_PURPOSE = b"rinkside: secrets of leagues, 1"


class Unreadable(Exception):
    """A sealed secret can't be opened with the installation's keys of today."""


def seal(secret: str) -> str:
    """The secret so that only this installation reads it."""
    return _box().encrypt(secret.encode()).decode()


def opened(sealed: str) -> str:
    """The secret that was sealed. Raises Unreadable where the key it was sealed with is gone."""
    try:
        return _box().decrypt(sealed.encode()).decode()
    except InvalidToken as error:
        raise Unreadable from error


def resealed(sealed: str) -> str:
    """The same secret sealed with the newest key. Raises Unreadable as `opened` does."""
    try:
        return _box().rotate(sealed.encode()).decode()
    except InvalidToken as error:
        raise Unreadable from error


def _box() -> MultiFernet:
    """The newest key seals; those before it open what they once sealed."""
    return MultiFernet([_of(key) for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)])


def _of(key: str | bytes) -> Fernet:
    known = key.encode() if isinstance(key, str) else key
    derived = HKDF(algorithm=SHA256(), length=32, salt=None, info=_PURPOSE).derive(known)
    return Fernet(urlsafe_b64encode(derived))
