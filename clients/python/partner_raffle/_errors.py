"""The error of a call."""

from __future__ import annotations

from typing import Any, Optional, Sequence, TypedDict


class Issue(TypedDict):
    """A fault of one member of a request."""

    #: Place in the body or the query: `buyer.email`. Empty: the request as a whole.
    path: str
    code: str
    message: str


class RaffleError(Exception):
    """A call that did not succeed: the service refused it, or no answer came. No member holds the API key."""

    #: `error` of the answer, such as `sold_out`. `no_answer`: the connection broke or the time was over;
    #: `unexpected_answer`: the answer is not one of the service; `not_final`: `wait_until_final` ended before the
    #: session.
    code: str
    #: Status of the answer; 0 without one.
    status: int
    #: Faults of an `invalid_request`; else empty.
    issues: Sequence[Issue]
    #: Quote it when you ask for help.
    request_id: Optional[str]
    #: Address of the code's description.
    doc_url: Optional[str]
    #: Seconds after which the same call may succeed.
    retry_after: Optional[float]
    #: The whole answer, whose members depend on the code, such as `available` of `sold_out`; None without one.
    body: Any

    def __init__(
        self,
        message: str,
        *,
        code: str,
        status: int = 0,
        issues: Sequence[Issue] = (),
        request_id: Optional[str] = None,
        doc_url: Optional[str] = None,
        retry_after: Optional[float] = None,
        body: Any = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.status = status
        self.issues = issues
        self.request_id = request_id
        self.doc_url = doc_url
        self.retry_after = retry_after
        self.body = body
