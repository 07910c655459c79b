"""Client of the Partner Raffle API: calls that are safe to repeat, lists, webhooks, proofs."""

from ._client import PartnerRaffle, Sessions
from ._errors import Issue, RaffleError
from ._version import VERSION

__all__ = ["Issue", "PartnerRaffle", "RaffleError", "Sessions", "VERSION"]
__version__ = VERSION
