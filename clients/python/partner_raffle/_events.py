"""Follows events."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, Callable, Iterator, List, Mapping, NamedTuple, Optional, Sequence, Union
from urllib.parse import parse_qs

from ._calls import Calls
from ._errors import RaffleError
from ._tries import may_pass

if TYPE_CHECKING:
    from .types import WebhookEnvelope

LONGEST_WAIT_SEC = 25
PAUSE_SEC = 1


class FeedPage(NamedTuple):
    """Events of one call, oldest first."""

    #: May be empty.
    events: List[WebhookEnvelope]
    #: The place behind them.
    cursor: str


class EventFeed:
    """
    Events from a place on, without an end: leave the loop over it to end the following. Its cursor can be kept, so that
    another program continues there.
    """

    #: The place behind the last page of which every event was taken: `after` of a following that continues there, which
    #: may repeat events of the page after it. None: before the first page.
    cursor: Optional[str]

    def __init__(
        self,
        calls: Calls,
        query: Mapping[str, Any],
        since: Optional[str],
        after: Optional[str],
        on_break: Optional[Callable[[RaffleError], object]],
    ) -> None:
        self._calls = calls
        self._query = query
        self._since = since
        self.cursor = after
        self._on_break = on_break

    def __iter__(self) -> Iterator[WebhookEnvelope]:
        for page in self.pages():
            yield from page.events

    def pages(self) -> Iterator[FeedPage]:
        """
        Yields the same in pages, each with the cursor to keep when its events are done. A page without an event comes
        after each wait, so that a loop can end there.

        :raises RaffleError: a refusal that time does not lift, such as `cursor_expired`
        """
        while True:
            try:
                page = self._next_page()
            except RaffleError as error:
                if not may_pass(error):
                    raise
                if self._on_break is not None:
                    self._on_break(error)
                wait_sec = PAUSE_SEC if error.retry_after is None else error.retry_after
            else:
                yield page
                self.cursor = page.cursor
                continue
            time.sleep(wait_sec)

    def _next_page(self) -> FeedPage:
        place = {"since": self._since} if self.cursor is None else {"after": self.cursor}
        events, search = self._calls._page("/events", query={**place, **self._query})
        (cursor,) = parse_qs(search or "").get("after", [None])[:1]
        if not isinstance(events, list) or cursor is None:
            raise RaffleError("the answer is not a page of events", code="unexpected_answer")
        return FeedPage(events, cursor)


class Events:
    """Operations on events that take several calls."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls

    def follow(
        self,
        *,
        after: Optional[str] = None,
        since: Optional[str] = None,
        types: Union[str, Sequence[str], None] = None,
        wait_sec: int = LONGEST_WAIT_SEC,
        on_break: Optional[Callable[[RaffleError], object]] = None,
    ) -> EventFeed:
        """
        Returns events in their order, without an end: it waits for the next, also while the service is away.

        :param after: a cursor kept from before: begins behind it
        :param since: begins with the first event of this time or later. Default, without `after`: with the oldest event
            kept
        :param types: default: all
        :param wait_sec: for how long one call waits for an event. Default: 25, the most
        :param on_break: is called when a call has failed and is made again. Raise in it to end the following
        """
        names = types if types is None or isinstance(types, str) else ",".join(types)
        return EventFeed(self._calls, {"type": names, "wait": wait_sec}, since, after, on_break)
