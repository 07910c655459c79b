"""Says who sent a delivery."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
from typing import TYPE_CHECKING, Callable, List, Mapping, NamedTuple, Optional, Sequence, Union

if TYPE_CHECKING:
    from .types import WebhookEnvelope

TOLERANCE_SEC = 300
PREFIX = "whsec_"


class WebhookError(Exception):
    """A delivery that none of the secrets has signed, or that is too old."""


class _Signed(NamedTuple):
    #: Seconds since 1970, as text.
    time: str
    #: Text that is signed before the body.
    before: str
    signatures: List[bytes]
    #: Returns None where a secret is not one of the scheme.
    key_of: Callable[[str], Optional[bytes]]


def verify(
    body: Union[bytes, str],
    headers: Mapping[str, Union[str, Sequence[str]]],
    secrets: Union[str, Sequence[str]],
    *,
    tolerance_sec: float = TOLERANCE_SEC,
    now_sec: Optional[float] = None,
) -> WebhookEnvelope:
    """
    Checks who sent a delivery: `X-Service-Signature`, or the headers of Standard Webhooks. One signature that fits one
    of the secrets is enough, so that a secret can be replaced.

    :param body: as it came, before any parser
    :param headers: as a framework has them: names in any case
    :param secrets: the endpoint's, `whsec_…`
    :param tolerance_sec: seconds that a timestamp may differ from now
    :param now_sec: seconds since 1970. Default: the present
    :returns: the event; types that the declarations do not know, too
    :raises WebhookError: no signature fits, or it is too old or too far ahead
    """
    if not isinstance(body, (bytes, bytearray, memoryview, str)):
        raise TypeError("body: the bytes as they came, not a parsed object")
    content = body.encode() if isinstance(body, str) else bytes(body)
    now = time.time() if now_sec is None else now_sec
    every = [secrets] if isinstance(secrets, str) else secrets
    lower = {name.lower(): value if isinstance(value, str) else ",".join(value) for name, value in headers.items()}
    signed = [one for one in (_service_signature(lower), _standard_signature(lower)) if one is not None]
    if not signed:
        raise WebhookError("no signature among the headers")
    fresh = [one for one in signed if _is_time(one.time) and abs(now - int(one.time)) <= tolerance_sec]
    if not fresh:
        raise WebhookError("the timestamp is too far from now")
    for one in fresh:
        for secret in every:
            key = one.key_of(secret)
            if key is not None and _fits(key, one.before.encode() + content, one.signatures):
                event: WebhookEnvelope = json.loads(content.decode())
                return event
    raise WebhookError("no signature fits")


def _service_signature(headers: Mapping[str, str]) -> Optional[_Signed]:
    header = headers.get("x-service-signature")
    if header is None:
        return None
    parts = [part.strip().partition("=")[::2] for part in header.split(",")]
    at = next((value for name, value in parts if name == "t"), "")
    signatures = [
        bytes.fromhex(value)
        for name, value in parts
        if name == "v1" and re.fullmatch(r"([0-9a-fA-F]{2})+", value)
    ]
    return _Signed(at, f"{at}.", signatures, lambda secret: secret.encode() or None)


def _standard_signature(headers: Mapping[str, str]) -> Optional[_Signed]:
    id, at, header = (headers.get(f"webhook-{name}") for name in ("id", "timestamp", "signature"))
    if not id or not at or not header:
        return None
    found = [_bytes_of_base64(part[3:]) for part in header.split(" ") if part.startswith("v1,")]
    signatures = [signature for signature in found if signature is not None]

    def key_of(secret: str) -> Optional[bytes]:
        return _bytes_of_base64(secret[len(PREFIX) :] if secret.startswith(PREFIX) else secret)

    return _Signed(at, f"{id}.{at}.", signatures, key_of)


def _fits(key: bytes, content: bytes, signatures: Sequence[bytes]) -> bool:
    right = hmac.new(key, content, hashlib.sha256).digest()
    return any(hmac.compare_digest(right, signature) for signature in signatures)


def _is_time(text: str) -> bool:
    return re.fullmatch(r"[0-9]{1,12}", text) is not None


def _bytes_of_base64(text: str) -> Optional[bytes]:
    """Returns None: not base64, or empty. It may lack its padding."""
    if not re.fullmatch(r"[A-Za-z0-9+/]+={0,2}", text):
        return None
    try:
        return base64.b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4))
    except binascii.Error:
        return None
