"""The client."""

from __future__ import annotations

import os
import re
import time
from typing import TYPE_CHECKING, Optional
from urllib.parse import urlsplit

from ._calls import Calls
from ._errors import RaffleError
from ._events import Events
from ._tries import Secret

if TYPE_CHECKING:
    from .types import CheckoutStatus

API = "/api/v1"


class PartnerRaffle(Calls):
    """A client of the partner API. Threads may share it."""

    def __init__(
        self,
        *,
        api_key: Optional[str] = None,
        base_url: Optional[str] = None,
        timeout_sec: float = 30,
    ) -> None:
        """
        :param api_key: default: `RAFFLE_API_KEY` of the environment
        :param base_url: address of the service, without `/api/v1`. Default: `RAFFLE_BASE_URL` of the environment
        :param timeout_sec: for how long each try waits for its answer
        :raises ValueError: the key or the address is missing or malformed; its message shows neither
        """
        key = Secret(os.environ.get("RAFFLE_API_KEY", "") if api_key is None else api_key)
        del api_key
        address = address_of(os.environ.get("RAFFLE_BASE_URL", "") if base_url is None else base_url)
        del base_url
        if not re.fullmatch(r"[\x21-\x7e]+", key.reveal()):
            raise ValueError("RAFFLE_API_KEY: missing, or not a key")
        if address is None:
            raise ValueError("RAFFLE_BASE_URL: missing, or not an http address without a user")
        super().__init__(address + API, key, timeout_sec)
        #: Operations on checkout sessions that take several calls.
        self.sessions = Sessions(self)
        #: Operations on events that take several calls.
        self.events = Events(self)

    def __repr__(self) -> str:
        return f"PartnerRaffle({getattr(self, '_address', None)!r})"


class Sessions:
    """Operations on checkout sessions that take several calls."""

    def __init__(self, client: PartnerRaffle) -> None:
        self._client = client

    def wait_until_final(self, id: str, *, timeout_sec: float = 1_800, every_sec: float = 1) -> CheckoutStatus:
        """
        Asks until the tickets are issued or the session has failed.

        :param timeout_sec: default: 1,800, for which the tickets are held
        :raises RaffleError: `not_final`: neither in time
        """
        end = time.monotonic() + timeout_sec
        while True:
            session = self._client.get("/checkout/sessions/{id}", path={"id": id})
            if session["ticketsIssued"] or session["status"] == "failed":
                return session
            if time.monotonic() + every_sec > end:
                raise RaffleError(f"{id} is not final after {timeout_sec:g} s", code="not_final")
            time.sleep(every_sec)


def address_of(text: str) -> Optional[str]:
    """Returns None: not an http address, or one with a user."""
    try:
        url = urlsplit(text)
        _ = url.port
    except ValueError:
        return None
    if url.scheme not in ("http", "https") or not url.hostname or "@" in url.netloc:
        return None
    return f"{url.scheme}://{url.netloc}{url.path.rstrip('/')}" if re.fullmatch(r"[\x21-\x7e]+", text) else None
