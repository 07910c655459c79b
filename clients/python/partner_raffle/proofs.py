"""Signs the requests of fair draws. Needs the package `cryptography`: the extra `proofs`."""

from __future__ import annotations

import base64
import hashlib
import json
import time
import uuid
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Mapping, Optional, Union

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

HEADER = {"alg": "EdDSA", "typ": "service-proof+jwt"}


@dataclass(frozen=True)
class DrawKey:
    """A key pair as text."""

    #: PKCS #8 as PEM: keep it like a password.
    private_key: str = field(repr=False)
    #: `publicKey` of register-key and rotate-key.
    public_key: str


def sign(
    private_key: Union[Ed25519PrivateKey, str, bytes],
    *,
    api_key: str,
    path: str,
    method: str = "POST",
    body: Union[Mapping[str, Any], str, bytes] = b"",
    jti: Optional[str] = None,
) -> str:
    """
    Returns the value of `Service-Proof` for one request: it counts once, for 60 seconds.

    :param private_key: Ed25519: a key of `cryptography`, or PKCS #8 as PEM
    :param path: from the first slash, without host and query: `/api/v1/draws/commit`
    :param body: as in the call, which sends `json.dumps(body)`; or the bytes that are sent. Default: none
    :param jti: default: a random one. Both proofs of a new key have the same
    :raises ImportError: `cryptography` is not installed
    """
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    if isinstance(private_key, (str, bytes)):
        pem = private_key.encode() if isinstance(private_key, str) else private_key
        key: Any = load_pem_private_key(pem, password=None)
    else:
        key = private_key
    claims = {
        "htm": method,
        "htu": path,
        "iat": int(time.time()),
        "jti": str(uuid.uuid4()) if jti is None else jti,
        "ath": _sha256(api_key),
        "bsh": _sha256(json.dumps(body) if isinstance(body, Mapping) else body),
    }
    signed = ".".join(_base64url(json.dumps(part).encode()) for part in (HEADER, claims))
    return f"{signed}.{_base64url(key.sign(signed.encode()))}"


def generate_key() -> DrawKey:
    """
    Makes an Ed25519 key pair.

    :raises ImportError: `cryptography` is not installed
    """
    from cryptography.hazmat.primitives import serialization as forms
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    key = Ed25519PrivateKey.generate()
    pem = key.private_bytes(forms.Encoding.PEM, forms.PrivateFormat.PKCS8, forms.NoEncryption())
    spki = key.public_key().public_bytes(forms.Encoding.DER, forms.PublicFormat.SubjectPublicKeyInfo)
    return DrawKey(pem.decode(), _base64url(spki))


def _sha256(text: Union[str, bytes]) -> str:
    return _base64url(hashlib.sha256(text.encode() if isinstance(text, str) else text).digest())


def _base64url(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()
