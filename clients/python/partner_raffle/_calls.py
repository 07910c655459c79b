"""The methods of a client. `_calls.pyi` has their types, path by path."""

from __future__ import annotations

import json
import re
from typing import Any, Dict, Iterator, Mapping, Optional, Tuple, Union
from urllib.parse import quote

from ._errors import RaffleError
from ._tries import Answer, Secret, Sender, Sending

Path = Mapping[str, Any]
Query = Mapping[str, Any]
Headers = Mapping[str, str]

#: What stays as it is in a part of a path or a query.
SAFE = "-_.!~*'()"
NEXT = re.compile(r'<[^>?]*\?([^>]*)>\s*;\s*rel="?next"?')


class Calls:
    """Calls by method and path. Each raises RaffleError for a refusal, and where no answer came after three tries."""

    def __init__(self, address: str, api_key: Secret, timeout_sec: float) -> None:
        self._address = address
        self._sender = Sender(api_key, timeout_sec)

    def get(self, template: str, **options: Any) -> Any:
        """Reads something. Returns `data` of the answer."""
        return _data_of(self._send("GET", template, **options))

    def post(self, template: str, **options: Any) -> Any:
        """Makes or does something, once: see `idempotency_key`. Returns `data` of the answer."""
        return _data_of(self._send("POST", template, **options))

    def patch(self, template: str, **options: Any) -> Any:
        """Changes something. Returns `data` of the answer."""
        return _data_of(self._send("PATCH", template, **options))

    def delete(self, template: str, **options: Any) -> Any:
        """Removes something. A second try, after a lost answer, may find it gone: `not_found`."""
        return _data_of(self._send("DELETE", template, **options))

    def list(self, template: str, *, query: Optional[Query] = None, **options: Any) -> Iterator[Any]:
        """Returns the elements of a list, page after page: each page is fetched when it is needed."""
        search: Optional[str] = _search_of(query)
        while search is not None:
            elements, search = self._page(template, search=search, **options)
            yield from elements

    def _page(self, template: str, **options: Any) -> Tuple[Any, Optional[str]]:
        """Returns `data` of a page, and the query of the next one."""
        answer = self._send("GET", template, **options)
        return _data_of(answer), next_search(answer.headers.get("link"))

    def _send(
        self,
        method: str,
        template: str,
        *,
        path: Optional[Path] = None,
        query: Optional[Query] = None,
        body: Any = None,
        idempotency_key: Optional[str] = None,
        headers: Optional[Headers] = None,
        search: Optional[str] = None,
    ) -> Answer:
        search = _search_of(query) if search is None else search
        url = self._address + _filled(template, path or {}) + (search and f"?{search}")
        every: Dict[str, str] = dict(headers or {})
        if idempotency_key is not None:
            every["Idempotency-Key"] = idempotency_key
        content: Optional[bytes] = None
        if body is not None:
            every["Content-Type"] = "application/json"
            content = json.dumps(body, allow_nan=False).encode()
        return self._sender.send(Sending(method, url, every, content))


def _filled(template: str, path: Path) -> str:
    return re.sub(r"\{(\w+)\}", lambda place: quote(_text(path[place[1]]), safe=SAFE), template)


def _search_of(query: Optional[Query]) -> str:
    pairs = [pair for name, value in (query or {}).items() for pair in _pairs(name, value)]
    return "&".join(f"{quote(name, safe=SAFE + '[]')}={quote(text, safe=SAFE)}" for name, text in pairs)


def _pairs(name: str, value: Any) -> Iterator[Tuple[str, str]]:
    if isinstance(value, Mapping):
        for key, element in value.items():
            yield f"{name}[{key}]", _text(element)
    elif isinstance(value, (list, tuple)):
        for element in value:
            yield name, _text(element)
    elif value is not None:
        yield name, _text(value)


def _text(value: Union[str, float, bool]) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _data_of(answer: Answer) -> Any:
    if answer.text == "":
        return None
    try:
        parsed = json.loads(answer.text)
    except ValueError:
        request_id = answer.headers.get("x-request-id")
        message = "the answer is not one of the service"
        raise RaffleError(message, code="unexpected_answer", status=answer.status, request_id=request_id) from None
    return parsed["data"] if isinstance(parsed, dict) and "data" in parsed else parsed


def next_search(link: Optional[str]) -> Optional[str]:
    """Returns the query of the next page's address, and no more of it: no answer leads to another host."""
    found = NEXT.search(link or "")
    return found[1] if found else None
