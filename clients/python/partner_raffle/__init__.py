"""Client of the Partner Raffle API: calls that are safe to repeat, lists, events, webhooks, proofs."""

from ._client import PartnerRaffle, Sessions
from ._errors import Issue, RaffleError
from ._events import EventFeed, Events, FeedPage
from ._version import VERSION

__all__ = ["EventFeed", "Events", "FeedPage", "Issue", "PartnerRaffle", "RaffleError", "Sessions", "VERSION"]
__version__ = VERSION
