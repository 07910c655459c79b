# Written by `npm run client-types` from docs/openapi.json.

from typing import Any, Dict, Iterator, List, Literal, Mapping, Optional, Tuple, overload

from . import types
from ._tries import Secret

def next_search(link: Optional[str]) -> Optional[str]: ...

class Calls:
    _address: str
    def __init__(self, address: str, api_key: Secret, timeout_sec: float) -> None: ...
    def _page(self, template: str, **options: Any) -> Tuple[Any, Optional[str]]: ...
    @overload
    def get(self, template: Literal["/competitions"], *, query: types.ListCompetitionsQuery = ..., headers: Optional[Mapping[str, str]] = ...) -> List[types.Competition]:
        """List live competitions."""
    @overload
    def get(self, template: Literal["/competitions/{id}"], *, path: types.GetCompetitionPath, headers: Optional[Mapping[str, str]] = ...) -> types.Competition:
        """Get a competition."""
    @overload
    def get(self, template: Literal["/competitions/{id}/onchain"], *, path: types.GetCompetitionOnChainPath, query: types.GetCompetitionOnChainQuery = ..., headers: Optional[Mapping[str, str]] = ...) -> types.OnChainCompetition:
        """Get a competition's on-chain record."""
    @overload
    def get(self, template: Literal["/winners"], *, query: types.ListWinnersQuery = ..., headers: Optional[Mapping[str, str]] = ...) -> List[types.Winner]:
        """List published winners."""
    @overload
    def get(self, template: Literal["/competitions/{id}/draw"], *, path: types.GetCompetitionDrawPath, headers: Optional[Mapping[str, str]] = ...) -> types.CompetitionDraw:
        """Get a competition's draw."""
    @overload
    def get(self, template: Literal["/competitions/{id}/draw/entries"], *, path: types.ListDrawEntriesPath, query: types.ListDrawEntriesQuery = ..., headers: Optional[Mapping[str, str]] = ...) -> List[types.CompetitionDrawEntry]:
        """List a draw's entries."""
    @overload
    def get(self, template: Literal["/entry-question"], *, query: types.GetEntryQuestionQuery = ..., headers: Optional[Mapping[str, str]] = ...) -> types.EntryQuestion:
        """Get an entry question."""
    @overload
    def get(self, template: Literal["/checkout/sessions"], *, query: types.ListCheckoutSessionsQuery = ..., headers: Optional[Mapping[str, str]] = ...) -> List[types.CheckoutStatus]:
        """List checkout sessions."""
    @overload
    def get(self, template: Literal["/checkout/sessions/{id}"], *, path: types.GetCheckoutSessionPath, headers: Optional[Mapping[str, str]] = ...) -> types.CheckoutStatus:
        """Get a checkout session."""
    @overload
    def get(self, template: Literal["/prizes"], *, query: types.ListPrizesQuery = ..., headers: Optional[Mapping[str, str]] = ...) -> List[types.Prize]:
        """List prizes."""
    @overload
    def get(self, template: Literal["/prizes/{id}"], *, path: types.GetPrizePath, headers: Optional[Mapping[str, str]] = ...) -> types.Prize:
        """Get a prize."""
    @overload
    def get(self, template: Literal["/draws/info"], *, headers: Optional[Mapping[str, str]] = ...) -> types.DrawInfo:
        """Get the terms of fair draws."""
    @overload
    def get(self, template: Literal["/draws/usage"], *, headers: Optional[Mapping[str, str]] = ...) -> types.DrawUsage:
        """Get draw usage and balance."""
    @overload
    def get(self, template: Literal["/draws/ledger"], *, headers: Optional[Mapping[str, str]] = ...) -> types.DrawLedger:
        """Get the draw ledger."""
    @overload
    def get(self, template: Literal["/events"], *, query: types.ListEventsQuery = ..., headers: Optional[Mapping[str, str]] = ...) -> List[types.WebhookEnvelope]:
        """List events in their order."""
    @overload
    def get(self, template: Literal["/webhook-endpoints"], *, query: types.ListWebhookEndpointsQuery = ..., headers: Optional[Mapping[str, str]] = ...) -> List[types.WebhookEndpoint]:
        """List webhook endpoints."""
    @overload
    def get(self, template: Literal["/webhook-endpoints/{id}"], *, path: types.GetWebhookEndpointPath, headers: Optional[Mapping[str, str]] = ...) -> types.WebhookEndpoint:
        """Get a webhook endpoint."""
    @overload
    def get(self, template: Literal["/webhook-endpoints/{id}/deliveries"], *, path: types.ListDeliveriesPath, query: types.ListDeliveriesQuery = ..., headers: Optional[Mapping[str, str]] = ...) -> List[types.Delivery]:
        """List deliveries with their attempts."""
    @overload
    def get(self, template: Literal["/whoami"], *, headers: Optional[Mapping[str, str]] = ...) -> types.Whoami:
        """Get the key's organisation and rights."""
    @overload
    def post(self, template: Literal["/competitions"], *, body: types.CompetitionCreate, idempotency_key: Optional[str] = ..., headers: Optional[Mapping[str, str]] = ...) -> types.Competition:
        """Create a competition."""
    @overload
    def post(self, template: Literal["/competitions/{id}/cancel"], *, path: types.CancelCompetitionPath, idempotency_key: Optional[str] = ..., headers: Optional[Mapping[str, str]] = ...) -> types.Competition:
        """Cancel a competition."""
    @overload
    def post(self, template: Literal["/entry-question/verify"], *, body: types.EntryQuestionAnswer, idempotency_key: Optional[str] = ..., headers: Optional[Mapping[str, str]] = ...) -> types.EntryQuestionVerification:
        """Answer an entry question."""
    @overload
    def post(self, template: Literal["/checkout/sessions"], *, body: types.CheckoutSessionRequest, idempotency_key: Optional[str] = ..., headers: Optional[Mapping[str, str]] = ...) -> types.CheckoutSession:
        """Create a checkout session."""
    @overload
    def post(self, template: Literal["/checkout/sessions/{id}/expire"], *, path: types.ExpireCheckoutSessionPath, idempotency_key: Optional[str] = ..., headers: Optional[Mapping[str, str]] = ...) -> types.CheckoutStatus:
        """Expire a checkout session."""
    @overload
    def post(self, template: Literal["/checkout/sessions/{id}/confirm"], *, path: types.ConfirmCheckoutSessionPath, body: types.CheckoutConfirmRequest, idempotency_key: Optional[str] = ..., headers: Optional[Mapping[str, str]] = ...) -> types.CheckoutConfirmation:
        """Confirm a card payment."""
    @overload
    def post(self, template: Literal["/prizes"], *, body: types.PrizeCreate, idempotency_key: Optional[str] = ..., headers: Optional[Mapping[str, str]] = ...) -> types.Prize:
        """Create a prize."""
    @overload
    def post(self, template: Literal["/draws/register-key"], *, body: types.DrawKeyRequest, idempotency_key: Optional[str] = ..., headers: Optional[Mapping[str, str]] = ...) -> types.DrawKeyRegistration:
        """Register a draw key."""
    @overload
    def post(self, template: Literal["/draws/deposit"], *, body: types.DrawDepositRequest, idempotency_key: Optional[str] = ..., headers: Optional[Mapping[str, str]] = ...) -> types.DrawDeposit:
        """Report a deposit."""
    @overload
    def post(self, template: Literal["/draws/commit"], *, idempotency_key: Optional[str] = ..., headers: Optional[Mapping[str, str]] = ...) -> types.DrawCommitment:
        """Commit to a draw."""
    @overload
    def post(self, template: Literal["/draws/{drawId}/reveal"], *, path: types.RevealDrawPath, body: types.DrawRevealRequest, idempotency_key: Optional[str] = ..., headers: Optional[Mapping[str, str]] = ...) -> types.DrawReveal:
        """Reveal a draw."""
    @overload
    def post(self, template: Literal["/draws/rotate-key"], *, body: types.DrawKeyRequest, idempotency_key: Optional[str] = ..., headers: Optional[Mapping[str, str]] = ...) -> types.DrawKeyRegistration:
        """Replace a draw key."""
    @overload
    def post(self, template: Literal["/webhook-endpoints"], *, body: types.WebhookEndpointCreate, idempotency_key: Optional[str] = ..., headers: Optional[Mapping[str, str]] = ...) -> types.NewWebhookEndpoint:
        """Create a webhook endpoint."""
    @overload
    def post(self, template: Literal["/webhook-endpoints/{id}/rotate-secret"], *, path: types.RotateWebhookSecretPath, body: types.SecretRotation = ..., idempotency_key: Optional[str] = ..., headers: Optional[Mapping[str, str]] = ...) -> types.RotatedSecret:
        """Rotate the secret of a webhook endpoint."""
    @overload
    def post(self, template: Literal["/webhook-endpoints/{id}/ping"], *, path: types.PingWebhookEndpointPath, idempotency_key: Optional[str] = ..., headers: Optional[Mapping[str, str]] = ...) -> types.Ping:
        """Ping a webhook endpoint."""
    @overload
    def post(self, template: Literal["/webhook-endpoints/deliveries/{id}/replay"], *, path: types.ReplayDeliveryPath, idempotency_key: Optional[str] = ..., headers: Optional[Mapping[str, str]] = ...) -> types.Delivery:
        """Retry a delivery."""
    @overload
    def patch(self, template: Literal["/competitions/{id}"], *, path: types.UpdateCompetitionPath, body: types.CompetitionUpdate = ..., idempotency_key: Optional[str] = ..., headers: Optional[Mapping[str, str]] = ...) -> types.Competition:
        """Change or open a competition."""
    @overload
    def patch(self, template: Literal["/prizes/{id}"], *, path: types.UpdatePrizePath, body: types.PrizeUpdate = ..., idempotency_key: Optional[str] = ..., headers: Optional[Mapping[str, str]] = ...) -> types.Prize:
        """Change a prize."""
    @overload
    def patch(self, template: Literal["/webhook-endpoints/{id}"], *, path: types.UpdateWebhookEndpointPath, body: types.WebhookEndpointUpdate = ..., idempotency_key: Optional[str] = ..., headers: Optional[Mapping[str, str]] = ...) -> types.WebhookEndpoint:
        """Change a webhook endpoint."""
    @overload
    def delete(self, template: Literal["/prizes/{id}"], *, path: types.DeletePrizePath, headers: Optional[Mapping[str, str]] = ...) -> types.Deleted:
        """Delete a prize."""
    @overload
    def delete(self, template: Literal["/webhook-endpoints/{id}"], *, path: types.DeleteWebhookEndpointPath, headers: Optional[Mapping[str, str]] = ...) -> types.Deleted:
        """Delete a webhook endpoint."""
    @overload
    def list(self, template: Literal["/competitions"], *, query: types.ListCompetitionsQuery = ..., headers: Optional[Mapping[str, str]] = ...) -> Iterator[types.Competition]:
        """List live competitions."""
    @overload
    def list(self, template: Literal["/winners"], *, query: types.ListWinnersQuery = ..., headers: Optional[Mapping[str, str]] = ...) -> Iterator[types.Winner]:
        """List published winners."""
    @overload
    def list(self, template: Literal["/competitions/{id}/draw/entries"], *, path: types.ListDrawEntriesPath, query: types.ListDrawEntriesQuery = ..., headers: Optional[Mapping[str, str]] = ...) -> Iterator[types.CompetitionDrawEntry]:
        """List a draw's entries."""
    @overload
    def list(self, template: Literal["/checkout/sessions"], *, query: types.ListCheckoutSessionsQuery = ..., headers: Optional[Mapping[str, str]] = ...) -> Iterator[types.CheckoutStatus]:
        """List checkout sessions."""
    @overload
    def list(self, template: Literal["/prizes"], *, query: types.ListPrizesQuery = ..., headers: Optional[Mapping[str, str]] = ...) -> Iterator[types.Prize]:
        """List prizes."""
    @overload
    def list(self, template: Literal["/webhook-endpoints"], *, query: types.ListWebhookEndpointsQuery = ..., headers: Optional[Mapping[str, str]] = ...) -> Iterator[types.WebhookEndpoint]:
        """List webhook endpoints."""
    @overload
    def list(self, template: Literal["/webhook-endpoints/{id}/deliveries"], *, path: types.ListDeliveriesPath, query: types.ListDeliveriesQuery = ..., headers: Optional[Mapping[str, str]] = ...) -> Iterator[types.Delivery]:
        """List deliveries with their attempts."""
