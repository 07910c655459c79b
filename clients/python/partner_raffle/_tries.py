"""Sends requests, and sends them again where that is safe and may help."""

from __future__ import annotations

import json
import platform
import random
import time
import urllib.error
import urllib.request
import uuid
from email.utils import parsedate_to_datetime
from http.client import HTTPException, IncompleteRead
from typing import Any, Callable, Dict, List, Mapping, NamedTuple, Optional, Union

from ._errors import RaffleError
from ._version import VERSION

MOST_TRIES = 3
LONGEST_WAIT_SEC = 30
#: Codes and statuses of what time can lift.
PASSING = {"no_answer", "idempotency_in_progress", 429, 502, 503, 504}
WRITES = {"POST", "PATCH", "PUT"}
PIECE_BYTES = 65_536


class Secret:
    """A text that no representation shows."""

    __slots__ = ("reveal",)

    def __init__(self, text: str) -> None:
        self.reveal: Callable[[], str] = lambda: text

    def __repr__(self) -> str:
        return "sk_…"

    def removed_from(self, text: str) -> str:
        return text.replace(self.reveal(), "sk_…")


class Sending(NamedTuple):
    method: str
    url: str
    headers: Mapping[str, str]
    body: Optional[bytes]


class Answer(NamedTuple):
    status: int
    headers: Mapping[str, str]
    text: str


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A redirect would take the key elsewhere."""

    def redirect_request(self, *_: Any) -> None:
        return None


class Sender:
    """Sends each request at most three times."""

    def __init__(self, api_key: Optional[Secret], timeout_sec: float) -> None:
        """:param api_key: None: none is sent"""
        self._api_key = api_key
        self._timeout_sec = timeout_sec
        self._opener = urllib.request.build_opener(_NoRedirect)

    def send(self, sending: Sending) -> Answer:
        """Returns the answer. Raises RaffleError for a refusal, and where no answer came."""
        headers = _complete(sending.headers, sending.method)
        sending = sending._replace(headers=headers)
        most = 1 if "service-proof" in headers else MOST_TRIES
        number = 1
        while True:
            answer = self._try_once(sending)
            if isinstance(answer, Answer) and 200 <= answer.status < 300:
                return answer
            error = _refusal(answer) if isinstance(answer, Answer) else answer
            wait_sec = 0.25 * 2**number if error.retry_after is None else error.retry_after
            if number >= most or not may_pass(error) or wait_sec > LONGEST_WAIT_SEC:
                raise error
            time.sleep(wait_sec + random.random() / 4)
            number += 1

    def _try_once(self, sending: Sending) -> Union[Answer, RaffleError]:
        """Sends a request and reads the whole answer; returns an error where none came."""
        request = urllib.request.Request(
            sending.url, data=sending.body, headers=dict(sending.headers), method=sending.method
        )
        if self._api_key is not None:
            request.add_unredirected_header("Authorization", f"Bearer {self._api_key.reveal()}")
        end = time.monotonic() + self._timeout_sec
        reason = f"none within {self._timeout_sec:g} s"
        try:
            try:
                response: Any = self._opener.open(request, timeout=self._timeout_sec)
            except urllib.error.HTTPError as refusal:
                response = refusal
            with response:
                pieces: List[bytes] = []
                while True:
                    piece = response.read1(PIECE_BYTES)
                    if not piece:
                        if response.length:
                            raise IncompleteRead(b"", response.length)
                        text = b"".join(pieces).decode("utf-8", "replace")
                        if response.status >= 300:
                            text = self._without_key(text)
                        headers = {name.lower(): value for name, value in response.headers.items()}
                        return Answer(response.status, headers, text)
                    pieces.append(piece)
                    if time.monotonic() > end:
                        break
        except (OSError, HTTPException) as error:
            cause = getattr(error, "reason", error)
            if not isinstance(cause, TimeoutError) and "timed out" not in str(cause):
                reason = str(cause) or type(cause).__name__
        return RaffleError(f"no answer: {self._without_key(reason)}", code="no_answer")

    def _without_key(self, text: str) -> str:
        return text if self._api_key is None else self._api_key.removed_from(text)


def may_pass(error: RaffleError) -> bool:
    """Returns True for what time can lift."""
    return error.code in PASSING or error.status in PASSING


def _complete(headers: Mapping[str, str], method: str) -> Dict[str, str]:
    every = {name.lower(): value for name, value in headers.items()}
    every["user-agent"] = f"partner-raffle/{VERSION} python/{platform.python_version()}"
    if method in WRITES:
        every.setdefault("idempotency-key", str(uuid.uuid4()))
    return every


def _refusal(answer: Answer) -> RaffleError:
    status, headers, text = answer
    body = _parsed(text)
    members: Dict[str, Any] = body if isinstance(body, dict) else {}
    code, message = members.get("error"), members.get("message")
    if not isinstance(code, str):
        code = "unexpected_answer"
    if not isinstance(message, str):
        message = "the answer is not one of the service"
    issues, request_id = members.get("issues"), headers.get("x-request-id")
    after = "" if request_id is None else f", request {request_id}"
    return RaffleError(
        f"{message} ({code}, {status}{after})",
        code=code,
        status=status,
        issues=issues if isinstance(issues, list) else (),
        request_id=request_id,
        doc_url=members.get("docUrl"),
        retry_after=_seconds(headers.get("retry-after")),
        body=body,
    )


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return None


def _seconds(header: Optional[str]) -> Optional[float]:
    """Takes seconds, or a time."""
    if header is None:
        return None
    if header.isascii() and header.isdigit():
        return int(header)
    try:
        return max(0.0, parsedate_to_datetime(header).timestamp() - time.time())
    except (TypeError, ValueError, IndexError):
        return None
