# Written by `npm run client-types` from docs/openapi.json.

"""Typed dictionaries of the documented requests and answers. Fields and values that they do not know pass."""

from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, TypedDict, Union

WebhookEnvelope = Union["EntryConfirmedEvent", "PaymentSettledEvent", "LotClosedEvent", "LotCancelledEvent", "DrawCompletedEvent", "PingEvent"]
"""The body of a webhook delivery."""


class EntryConfirmedEvent(TypedDict):
    id: str
    type: Literal["entry.confirmed"]
    createdAt: str
    data: EntryConfirmedEventData


class _EntryConfirmedEventData(TypedDict):
    lotId: int
    """The competition's id."""
    userId: int
    """The id of the buyer's account."""
    quantity: int
    """The number of tickets."""
    ticketNumbers: List[int]
    """The ticket numbers."""
    source: Literal["fiat", "crypto", "free"]
    """The kind of payment."""
    orderId: Optional[str]
    """The checkout session's id. Null for a purchase on the raffle contract."""
    txHash: Optional[str]
    """The transaction of a payment on a chain. Null for other payments."""


class EntryConfirmedEventData(_EntryConfirmedEventData, total=False):
    metadata: Dict[str, str]
    """Extension: your own keys and values, in any order. Absent if there are none."""


class PaymentSettledEvent(TypedDict):
    id: str
    type: Literal["payment.settled"]
    createdAt: str
    data: PaymentSettledEventData


class _PaymentSettledEventData(TypedDict):
    orderId: str
    """The checkout session's id."""
    lotId: int
    """The competition's id."""
    userId: int
    """The id of the buyer's account."""
    rail: Literal["flow", "embed", "fields", "redirect", "qr"]
    """The kind of rail that charged."""
    amount: int
    """The charge, in minor units of the currency."""
    currency: str
    """The currency, as an ISO 4217 code."""
    quantity: int
    """The number of tickets."""


class PaymentSettledEventData(_PaymentSettledEventData, total=False):
    metadata: Dict[str, str]
    """Extension: your own keys and values, in any order. Absent if there are none."""


class LotClosedEvent(TypedDict):
    id: str
    type: Literal["lot.closed"]
    createdAt: str
    data: LotClosedEventData


class _LotClosedEventData(TypedDict):
    lotId: int
    """The competition's id."""
    closedAt: str
    """The time at which the service closed the competition."""
    endDate: str
    """The end of sales."""
    ticketsSold: int
    """Tickets issued by then."""


class LotClosedEventData(_LotClosedEventData, total=False):
    metadata: Dict[str, str]
    """Extension: your own keys and values, in any order. Absent if there are none."""


class LotCancelledEvent(TypedDict):
    id: str
    type: Literal["lot.cancelled"]
    createdAt: str
    data: LotCancelledEventData


class _LotCancelledEventData(TypedDict):
    lotId: int
    """The competition's id."""
    cancelledAt: str
    """The time of the cancellation."""
    ticketsSold: int
    """Tickets issued by then."""


class LotCancelledEventData(_LotCancelledEventData, total=False):
    metadata: Dict[str, str]
    """Extension: your own keys and values, in any order. Absent if there are none."""


class DrawCompletedEvent(TypedDict):
    id: str
    type: Literal["draw.completed"]
    createdAt: str
    data: DrawCompletedEventData


class _DrawCompletedEventData(TypedDict):
    lotId: int
    """The competition's id."""
    winnerUserId: int
    """The id of the winner's account."""
    winnerTicketId: int
    """The number of the winning ticket."""


class DrawCompletedEventData(_DrawCompletedEventData, total=False):
    metadata: Dict[str, str]
    """Extension: your own keys and values, in any order. Absent if there are none."""


class PingEvent(TypedDict):
    id: str
    type: Literal["ping"]
    createdAt: str
    data: PingEventData


class PingEventData(TypedDict):
    endpointId: int
    """The id of the endpoint under test."""
    organisation: str
    """The organisation's slug."""


class _Competition(TypedDict):
    id: int
    title: str
    description: Optional[str]
    """Markdown."""
    ticketPriceUSDCents: int
    paymentToken: str
    """The crypto token that the competition is priced in."""
    maxTickets: int
    ticketsSold: int
    status: Literal["draft", "active", "ended", "cancelled"]
    """The stored status. Prefer `state`, which is more precise."""
    state: Literal["draft", "scheduled", "open", "closing", "drawn", "retired", "cancelled"]
    """The lifecycle state. Only an open competition sells entries."""
    endDate: str
    """The time at which sales end."""
    imageUrl: Optional[str]
    payment: Payment
    available: int
    """Extension: tickets that can be bought now. Tickets held for pending sessions are not included."""
    prizeId: int
    """Extension."""
    startDate: str
    """Extension: the time at which sales begin."""
    createdAt: str
    """Extension."""
    paymentOverride: CompetitionPaymentOverride


class Competition(_Competition, total=False):
    metadata: Dict[str, str]
    """Extension: your own keys and values, in any order. Absent if there are none."""


class _Payment(TypedDict):
    acceptedTokens: List[Literal["USDC", "USDT"]]
    """Tokens that are accepted. Empty if crypto is off for the competition."""
    fiat: bool
    """Whether card or bank checkout is available now: it is enabled, and a rail account and an exchange rate serve the charge currency."""


class Payment(_Payment, total=False):
    fiatCurrency: Optional[str]
    """The fiat currency that buyers are charged in. Absent if fiat is false."""


class CompetitionPaymentOverride(TypedDict):
    """Extension: the competition's payment override, as it was set. Null inherits the organisation's settings."""

    crypto: Optional[bool]
    fiat: Optional[bool]
    fiatCurrency: Optional[str]


class _CompetitionCreate(TypedDict):
    prizeId: int
    title: str
    ticketPriceUSDCents: int
    maxTickets: int
    startDate: str
    endDate: str


class CompetitionCreate(_CompetitionCreate, total=False):
    description: Optional[str]
    """Markdown."""
    paymentToken: Optional[Literal["USDC", "USDT"]]
    imageUrl: Optional[str]
    createOnChain: Optional[bool]
    payment: Optional[PaymentOverride]
    metadata: Optional[Dict[str, str]]
    """Extension: your own keys and values: at most 50 keys of 1 to 40 characters, values of up to 500 characters, and 8,000 bytes of JSON in all."""


class PaymentOverride(TypedDict, total=False):
    """The payment override. Null or absent inherits the organisation's settings."""

    crypto: Optional[bool]
    fiat: Optional[bool]
    fiatCurrency: Optional[str]


class CompetitionUpdate(TypedDict, total=False):
    title: Optional[str]
    description: Optional[str]
    """Markdown. Null or `""` takes it away."""
    status: Optional[Literal["draft", "active"]]
    payment: Optional[PaymentOverride]
    prizeId: Optional[int]
    """Extension: can be changed only while the competition is a draft; otherwise 400 `invalid_transition`."""
    ticketPriceUSDCents: Optional[int]
    """Extension: can be changed only while the competition is a draft; otherwise 400 `invalid_transition`."""
    maxTickets: Optional[int]
    """Extension: can be changed only while the competition is a draft; otherwise 400 `invalid_transition`."""
    startDate: Optional[str]
    """Extension: can be changed only while the competition is a draft; otherwise 400 `invalid_transition`."""
    endDate: Optional[str]
    """Extension: can be changed only while the competition is a draft; otherwise 400 `invalid_transition`."""
    imageUrl: Optional[str]
    """Extension: can be changed only while the competition is a draft; otherwise 400 `invalid_transition`. An https URL. Null or `""` takes it away."""
    metadata: Optional[Dict[str, Optional[str]]]
    """Extension: your own keys and values: at most 50 keys of 1 to 40 characters, values of up to 500 characters, and 8,000 bytes of JSON in all. Keys that are left out keep their values; null removes a key, and `"metadata": null` all of them."""


class _OnChainCompetition(TypedDict):
    competitionId: int
    chainId: int
    contract: str
    """The address of the raffle contract."""
    lotId: int
    """The competition's id on the contract."""
    state: Literal["open", "drawing", "drawn", "cancelled"]
    """The state in final blocks. A cancellation is shown as soon as any block contains it."""
    token: str
    """The contract of the payment token."""
    priceUnits: str
    """The price of one ticket, in the token's smallest unit."""
    maxTickets: int
    startDate: str
    endDate: str
    treasury: str
    """The address that receives the proceeds."""
    creationTx: Optional[str]
    vrfRequestId: Optional[str]
    requestTx: Optional[str]
    fulfillmentTx: Optional[str]
    payoutTx: Optional[str]
    cancellationTx: Optional[str]


class OnChainCompetition(_OnChainCompetition, total=False):
    purchases: List[OnChainPurchase]
    """The purchases of `wallet`, if the query has it, by index. At most 1,000 after `after`."""


class OnChainPurchase(TypedDict):
    index: int
    """The index of the purchase, used to claim its refund from the contract."""
    firstTicket: int
    lastTicket: int
    units: str
    """The amount paid, in the token's smallest unit."""
    txHash: str
    refunded: bool
    refundTx: Optional[str]


class Winner(TypedDict):
    competitionId: int
    competitionTitle: str
    winnerWalletAddress: str
    """The winner's wallet, abbreviated, or email, masked."""
    wonAt: str
    draw: Optional[Union[BlockHashDraw, VerifiableRandomDraw]]


class BlockHashDraw(TypedDict):
    """winnerIndex = keccak256(blockHash, competitionId) mod totalTickets"""

    blockNumber: int
    blockHash: str
    winnerIndex: int
    totalTickets: int


class VerifiableRandomDraw(TypedDict):
    method: Literal["vrf"]
    seed: str
    winnerIndex: int
    totalTickets: int
    vrfRequestId: str
    fulfillmentTx: str
    blockNumber: Optional[int]


class _CompetitionDraw(TypedDict):
    competitionId: int
    status: Literal["waiting", "committed", "drawn"]
    chainId: int
    commitment: Optional[CompetitionDrawCommitment]
    voidedCommitments: List[VoidedDrawCommitment]
    """Commitments that were not confirmed durable before their block existed, or whose competition was cancelled before it. They decided nothing."""
    winner: Optional[CompetitionDrawWinner]


class CompetitionDraw(_CompetitionDraw, total=False):
    method: Literal["vrf"]
    """Present for competitions on chain, which are drawn by a verifiable random number. Commitment and winner are then null; see request and answer."""
    contract: str
    """The raffle contract. Present for competitions on chain."""
    request: Optional[RandomRequest]
    """The request for a random number. Present for competitions on chain."""
    answer: Optional[RandomAnswer]
    """The answer with the random number. Present for competitions on chain."""


class CompetitionDrawCommitment(TypedDict):
    ticketsRoot: str
    """The Merkle tree hash (RFC 9162) of the ticket ranges."""
    totalTickets: int
    ranges: int
    """The number of ticket ranges under the root."""
    blockNumber: int
    """The block whose hash decides. It did not exist at the time of the commitment."""
    committedAt: str


class VoidedDrawCommitment(TypedDict):
    ticketsRoot: str
    """The Merkle tree hash (RFC 9162) of the ticket ranges."""
    totalTickets: int
    ranges: int
    """The number of ticket ranges under the root."""
    blockNumber: int
    """The block whose hash decides. It did not exist at the time of the commitment."""
    committedAt: str
    voidedAt: str


class CompetitionDrawWinner(TypedDict):
    ticketNumber: int
    winnerIndex: int
    """The index of the winning ticket, starting at 0: keccak256(blockHash, competitionId) mod totalTickets."""
    blockHash: str
    entry: CompetitionDrawEntry
    drawnAt: str


class CompetitionDrawEntry(TypedDict):
    first: int
    last: int
    orderHash: str
    """The SHA-256 of the session's id, or of the transaction hash, as text."""


class RandomRequest(TypedDict):
    vrfRequestId: str
    """The request's number at the VRF coordinator, in decimal."""
    tickets: int
    """The number of tickets at the time of the request. They are numbered from 1 without gaps."""
    requestTx: str
    requestedAt: str
    """The time of the request's block."""


class RandomAnswer(TypedDict):
    seed: str
    """The random number."""
    winnerIndex: int
    """The index of the winning ticket, starting at 0: seed mod tickets."""
    ticketNumber: int
    """The number of the winning ticket: winnerIndex + 1."""
    fulfillmentTx: str
    blockNumber: int
    entry: CompetitionDrawEntry
    drawnAt: str


class EntryQuestion(TypedDict):
    required: bool
    """Whether the buyer must answer before a checkout session is created."""
    question: Optional[MultipleChoiceQuestion]


class MultipleChoiceQuestion(TypedDict):
    id: int
    question: str
    options: List[str]
    category: Optional[str]


class EntryQuestionAnswer(TypedDict):
    questionId: int
    answerIndex: int


EntryQuestionVerification = TypedDict(
    "EntryQuestionVerification",
    {
        "correct": "bool",
        "pass": "Optional[str]",
    },
)


class CheckoutBuyerByEmail(TypedDict):
    email: str


class CheckoutBuyerByWallet(TypedDict):
    walletAddress: str


class _CheckoutSessionRequest(TypedDict):
    competitionId: int
    buyer: CheckoutBuyer


class CheckoutSessionRequest(_CheckoutSessionRequest, total=False):
    quantity: Optional[int]
    skillPass: Optional[str]
    currency: Optional[str]
    """The charge currency. If present, it must be the competition's."""
    applyCredit: Optional[bool]
    returnUrl: Optional[str]
    """The https address that the buyer returns to, on one of the organisation's return hosts. It is used as written; `ref` and `status` are appended to its query."""
    affiliate: Optional[str]
    """Extension: the code of the affiliate who referred the buyer and earns a commission. Case does not matter."""
    token: Optional[Literal["USDC", "USDT"]]
    """Extension: the token to pay in, to a separate address for this session. Default: payment in the charge currency."""
    refundAddress: Optional[str]
    """Extension, with token: the address that refunds are sent to. Default: the buyer's walletAddress. Required with an email, unless credit covers the order."""
    metadata: Optional[Dict[str, str]]
    """Extension: your own keys and values: at most 50 keys of 1 to 40 characters, values of up to 500 characters, and 8,000 bytes of JSON in all."""


CheckoutBuyer = Union["CheckoutBuyerByEmail", "CheckoutBuyerByWallet"]
"""The buyer, by exactly one of email and walletAddress."""


class _CheckoutSession(TypedDict):
    id: str
    """The session's id, used to get its status."""
    status: Literal["pending", "paid", "failed"]
    provider: Optional[Literal["flow", "embed", "fields", "redirect", "qr"]]
    """The payment rail. Null if nothing is charged."""
    amount: int
    """The charge in minor units of the currency (USD: cents; VND: whole units)."""
    currency: str
    payment: Optional[PaymentInstruction]
    """The payment step to show to the buyer."""


class CheckoutSession(_CheckoutSession, total=False):
    metadata: Dict[str, str]
    """Extension: your own keys and values, in any order. Absent if there are none."""


class PaymentInstruction(TypedDict):
    type: Literal["PAY_URL", "CODE_URL", "FLOW_SESSION", "EMBED_SESSION", "FIELDS_SDK"]
    redirectUrl: Optional[str]
    data: Optional[str]


class _CheckoutStatus(TypedDict):
    id: str
    status: Literal["pending", "paid", "failed"]
    competitionId: int
    quantity: int
    amount: int
    currency: str
    ticketsIssued: bool
    """True once the buyer's tickets are issued."""
    error: Optional[str]
    """The reason if the status is failed."""
    ticketNumbers: List[int]
    """Extension: the buyer's ticket numbers, as in `entry.confirmed`. Empty until they are issued."""
    ticketPriceUSDCents: int
    """Extension: the price of one ticket, in US cents."""
    priceUSDCents: int
    """Extension: the price of all tickets before credit, in US cents."""
    creditAppliedUSDCents: int
    """Extension: the part of the price that account credit pays, in US cents."""
    createdAt: str
    """Extension."""
    expiresAt: str
    """Extension: the end of the hold on the tickets; later while the provider processes the payment. A session that is unpaid when the competition ends is cancelled then, if the provider can cancel for certain."""
    givenBackAt: Optional[str]
    """Extension: the time at which an operator or the competition's cancellation refunded payment and credit. The provider may still be sending the money. Null if the session was not refunded."""


class CheckoutStatus(_CheckoutStatus, total=False):
    metadata: Dict[str, str]
    """Extension: your own keys and values, in any order. Absent if there are none."""


class _CheckoutConfirmBySession(TypedDict):
    sessionHref: str


class CheckoutConfirmBySession(_CheckoutConfirmBySession, total=False):
    cvcHref: Optional[str]
    device: Optional[BuyerDevice]
    """Extension: facts about the buyer's browser, for 3-D Secure."""


class _BuyerDevice(TypedDict):
    userAgent: str
    acceptHeader: str


class BuyerDevice(_BuyerDevice, total=False):
    ipAddress: Union[Optional[str], str]


class CheckoutConfirmByDeviceData(TypedDict):
    deviceData: BuyerDeviceData
    """Extension: the answer of the bank's hidden frame."""


class BuyerDeviceData(TypedDict):
    reference: Optional[str]


class CheckoutConfirmByChallenge(TypedDict):
    challenge: Literal["done"]
    """Extension: the bank's challenge of the buyer is done."""


CheckoutConfirmRequest = Union["CheckoutConfirmBySession", "CheckoutConfirmByDeviceData", "CheckoutConfirmByChallenge"]


class CheckoutConfirmation(TypedDict):
    id: str
    status: Literal["pending", "paid", "failed"]
    ticketsIssued: bool
    paymentId: Optional[str]
    payment: Optional[PaymentInstruction]
    """Extension: the next step of the buyer's browser for the bank (3-D Secure), before confirm is called again."""


class Prize(TypedDict):
    id: int
    category: str
    name: Optional[str]
    brand: Optional[str]
    model: Optional[str]
    referenceNumber: Optional[str]
    condition: Literal["new", "unworn", "excellent", "good"]
    retailValueUSDCents: int
    description: Optional[str]
    imageUrls: List[str]
    yearManufactured: Optional[int]
    """Extension."""


class _PrizeCreate(TypedDict):
    retailValueUSDCents: int


class PrizeCreate(_PrizeCreate, total=False):
    name: Optional[str]
    """A prize must have a name, or both brand and model."""
    brand: Optional[str]
    model: Optional[str]
    referenceNumber: Optional[str]
    yearManufactured: Optional[int]
    description: Optional[str]
    category: Optional[str]
    condition: Optional[Literal["new", "unworn", "excellent", "good"]]
    imageUrls: Optional[List[str]]


class PrizeUpdate(TypedDict, total=False):
    name: Optional[str]
    """A prize must have a name, or both brand and model. Null or `""` takes it away."""
    brand: Optional[str]
    """The brand. Null or `""` takes it away."""
    model: Optional[str]
    """The model's name. Null or `""` takes it away."""
    referenceNumber: Optional[str]
    """The manufacturer's reference number. Null or `""` takes it away."""
    yearManufactured: Union[Optional[int], str]
    """The year of manufacture, 1 to 9999. Null or `""` takes it away."""
    description: Optional[str]
    """Markdown. Null or `""` takes it away."""
    retailValueUSDCents: Optional[int]
    category: Optional[str]
    condition: Optional[Literal["new", "unworn", "excellent", "good"]]
    imageUrls: Optional[List[str]]
    """Addresses of images. The list is replaced as a whole."""


class Deleted(TypedDict):
    id: int
    deleted: Literal[True]


class DrawInfo(TypedDict):
    algorithm: str
    proofHeader: str
    """The name of the header that carries the proof of possession."""
    unitCostCents: int
    maxCandidates: int
    maxProofTtlSec: int
    """The maximum age of a proof, in seconds."""
    settlement: Optional[DrawSettlement]
    """The token and address of deposits. Null if the service accepts no deposits."""
    flow: List[str]


class DrawSettlement(TypedDict):
    depositAddress: str
    """The deposit address of your organisation."""
    tokenAddress: str
    tokenSymbol: str
    tokenDecimals: int


class DrawKeyRequest(TypedDict):
    publicKey: str
    """The Ed25519 public key: SPKI in DER, base64url without padding."""


class DrawKeyRegistration(TypedDict):
    ok: bool
    keyPrefix: str
    """The first characters of the API key."""


class DrawDepositRequest(TypedDict):
    txHash: str


class DrawDeposit(TypedDict):
    balanceCents: int
    creditedCents: int
    duplicate: bool
    """Whether the transaction was reported before."""


class DrawCommitment(TypedDict):
    drawId: str
    serverSeedHash: str
    algorithm: str
    maxProofTtlSec: int


class _DrawRevealRequest(TypedDict):
    clientSeed: str
    """A text that you choose after you have received the commitment."""
    candidates: List[Any]
    """The candidates: I-JSON values in a fixed order. A value that occurs twice has two chances."""
    pick: int
    """The number of distinct winners, at most the number of candidates."""


class DrawRevealRequest(_DrawRevealRequest, total=False):
    nonce: Optional[str]


class DrawReveal(TypedDict):
    result: DrawResult
    proof: DrawProof
    costCents: int
    """The charge of the first reveal, in US cents."""


class DrawResult(TypedDict):
    winners: List[Any]
    """The drawn candidates, in draw order."""
    winnerIndices: List[int]


class DrawProof(TypedDict):
    alg: str
    serverSeedHash: str
    serverSeed: str
    clientSeed: str
    nonce: str
    candidatesHash: str
    candidateCount: int
    pick: int
    winnerIndices: List[int]


class DrawUsage(TypedDict):
    draws: int
    """The number of revealed draws."""
    costCents: int
    balanceCents: int
    unitCostCents: int
    settlement: Optional[DrawSettlement]
    """The token and address of deposits. Null if the service accepts no deposits."""


class DrawLedger(TypedDict):
    entries: List[DrawLedgerEntry]


class DrawLedgerEntry(TypedDict):
    kind: Literal["draw", "deposit"]
    amountCents: int
    """The change of the balance in US cents; negative for the charge of a draw."""
    txHash: Optional[str]
    drawId: Optional[str]
    createdAt: str


class _WebhookEndpointCreate(TypedDict):
    url: str
    """The https address that receives events, on a public network address."""


class WebhookEndpointCreate(_WebhookEndpointCreate, total=False):
    events: Optional[List[Literal["entry.confirmed", "payment.settled", "lot.closed", "lot.cancelled", "draw.completed", "ping"]]]
    """The event types that the endpoint receives. Null receives all types, including future ones."""
    description: Optional[str]
    """A note for operators."""
    secret: Optional[str]
    """The secret, `whsec_…`. Default: a generated one."""


class NewWebhookEndpoint(TypedDict):
    id: int
    url: str
    events: Optional[List[Literal["entry.confirmed", "payment.settled", "lot.closed", "lot.cancelled", "draw.completed", "ping"]]]
    description: Optional[str]
    enabled: bool
    disabledReason: Optional[str]
    """The reason why the service disabled the endpoint."""
    failingSince: Optional[str]
    """The first failed attempt after the last success. Null if the last attempt succeeded."""
    standardWebhooks: bool
    """Whether deliveries also have the headers of Standard Webhooks. False if the secret is not padded base64; replace the secret to change that."""
    createdAt: str
    updatedAt: str
    secret: str
    """The key that signs the endpoint's deliveries. Shown only in this answer."""


class WebhookEndpoint(TypedDict):
    id: int
    url: str
    events: Optional[List[Literal["entry.confirmed", "payment.settled", "lot.closed", "lot.cancelled", "draw.completed", "ping"]]]
    description: Optional[str]
    enabled: bool
    disabledReason: Optional[str]
    """The reason why the service disabled the endpoint."""
    failingSince: Optional[str]
    """The first failed attempt after the last success. Null if the last attempt succeeded."""
    standardWebhooks: bool
    """Whether deliveries also have the headers of Standard Webhooks. False if the secret is not padded base64; replace the secret to change that."""
    createdAt: str
    updatedAt: str


class WebhookEndpointUpdate(TypedDict, total=False):
    url: Optional[str]
    """The https address that receives events, on a public network address."""
    events: Optional[List[Literal["entry.confirmed", "payment.settled", "lot.closed", "lot.cancelled", "draw.completed", "ping"]]]
    """The event types that the endpoint receives. Null receives all types, including future ones."""
    description: Optional[str]
    """A note for operators."""
    enabled: Optional[bool]
    """Whether events are sent. True also clears disabledReason."""


class SecretRotation(TypedDict, total=False):
    secret: Optional[str]
    """The secret, `whsec_…`. Default: a generated one."""


class RotatedSecret(TypedDict):
    id: int
    url: str
    secret: str
    """The new secret. Shown only in this answer."""


class Ping(TypedDict):
    eventId: str


class Delivery(TypedDict):
    id: int
    endpointId: int
    eventId: str
    type: Literal["entry.confirmed", "payment.settled", "lot.closed", "lot.cancelled", "draw.completed", "ping"]
    state: Literal["pending", "delivered", "failed"]
    dueAt: Optional[str]
    """The time of the next attempt. Null once the delivery is delivered or failed."""
    createdAt: str
    finishedAt: Optional[str]
    attempts: List[DeliveryAttempt]


class DeliveryAttempt(TypedDict):
    number: int
    """The number of the attempt, starting at 1."""
    at: str
    durationMs: int
    status: Optional[int]
    """The HTTP status. Null if there was no answer; `error` then has the reason."""
    error: Optional[str]
    response: Optional[str]
    """The beginning of the answer's body."""


class Whoami(TypedDict):
    organisation: WhoamiOrganisation
    key: WhoamiKey
    scopes: List[Literal["competitions:read", "winners:read", "entries:create", "competitions:write", "draws:create", "webhooks:manage", "events:read"]]
    rateLimit: int
    """Requests per window; also the maximum burst."""
    rateWindowSec: int
    expiresAt: Optional[str]
    """The time at which the key expires. Null if it never expires."""


class WhoamiOrganisation(TypedDict):
    """The organisation that the key belongs to."""

    slug: str
    name: str
    """The organisation's name."""
    mode: Literal["live", "test"]
    """`test`: the organisation takes no money. It never changes."""


class WhoamiKey(TypedDict):
    """The key that was sent."""

    prefix: str
    """The first characters of the key."""
    name: str
    """The name that the key was given."""


class _Error(TypedDict):
    error: str
    """The code, for programs."""
    message: str
    """A sentence for people. It may change."""
    docUrl: str
    """Extension: the address of the code's description."""


class Error(_Error, total=False):
    required: str
    """insufficient_scope and others: the scope or permission needed."""
    retryAfter: int
    """idempotency_in_progress, 429 and 503: seconds to wait, as in Retry-After."""
    reason: str
    """Extension. no_usable_rail and invalid_transition: why no buyer could enter, for programs."""
    available: int
    """sold_out and too_many_pending_sessions: entries that are still available."""
    oldest: str
    """Extension. cursor_expired: the time of the oldest event kept."""
    issues: List[ErrorIssue]
    """invalid_request: the faults and where they are."""


class ErrorIssue(TypedDict):
    path: str
    code: str
    message: str


class ListCompetitionsQuery(TypedDict, total=False):
    limit: int
    """The maximum number of elements of a page. Default: 1000. A page that reaches 2 MB ends earlier; `Link` names the next page."""
    after: int
    """Continues after the element with this id. Taken from the `Link` header."""
    state: Literal["draft", "scheduled", "open", "closing", "drawn", "retired", "cancelled"]
    """Extension: return competitions in this state."""
    ids: List[int]
    """Extension: return the competitions with these ids, separated by commas. Unknown ids are ignored."""


class GetCompetitionPath(TypedDict):
    id: int


class UpdateCompetitionPath(TypedDict):
    id: int


class CancelCompetitionPath(TypedDict):
    id: int


class GetCompetitionOnChainPath(TypedDict):
    id: int


class GetCompetitionOnChainQuery(TypedDict, total=False):
    wallet: str
    """Return the purchases of this wallet."""
    after: str
    """Return purchases after the one with this index."""


class ListWinnersQuery(TypedDict, total=False):
    limit: int
    """The maximum number of elements of a page. Default: 1000. A page that reaches 2 MB ends earlier; `Link` names the next page."""
    after: int
    """Continues after the element with this id. Taken from the `Link` header."""


class GetCompetitionDrawPath(TypedDict):
    id: int


class ListDrawEntriesPath(TypedDict):
    id: int


class ListDrawEntriesQuery(TypedDict, total=False):
    limit: int
    """The maximum number of elements of a page. A page that reaches 2 MB ends earlier; `Link` names the next page."""
    after: int
    """Continues after the entry whose first ticket has this number. Taken from the `Link` header."""


class GetEntryQuestionQuery(TypedDict, total=False):
    competitionId: int
    category: str


class ListCheckoutSessionsQuery(TypedDict, total=False):
    email: str
    """Return sessions of the buyer with this email. At most one of email and walletAddress."""
    walletAddress: str
    """Return sessions of the buyer with this wallet."""
    competitionId: int
    """Return sessions of this competition."""
    status: Literal["pending", "paid", "failed"]
    """Return sessions with this status."""
    createdAfter: str
    """Return sessions created at this time or later."""
    createdBefore: str
    """Return sessions created before this time."""
    metadata: Dict[str, str]
    """Return sessions whose metadata has these values, each in a parameter `metadata[key]=value`."""
    limit: int
    """The maximum number of elements of a page. A page that reaches 2 MB ends earlier; `Link` names the next page."""
    after: str
    """Continues after the session with this id. Taken from the `Link` header."""


class GetCheckoutSessionPath(TypedDict):
    id: str


class ExpireCheckoutSessionPath(TypedDict):
    id: str


class ConfirmCheckoutSessionPath(TypedDict):
    id: str


class ListPrizesQuery(TypedDict, total=False):
    limit: int
    """The maximum number of elements of a page. Default: 1000. A page that reaches 2 MB ends earlier; `Link` names the next page."""
    after: int
    """Continues after the element with this id. Taken from the `Link` header."""


class GetPrizePath(TypedDict):
    id: int


class UpdatePrizePath(TypedDict):
    id: int


class DeletePrizePath(TypedDict):
    id: int


class RevealDrawPath(TypedDict):
    drawId: str


class ListEventsQuery(TypedDict, total=False):
    limit: int
    """The maximum number of elements of a page. A page that reaches 2 MB ends earlier; `Link` names the next page."""
    after: str
    """Continues behind the page that this cursor ends. Taken from the `Link` header."""
    since: str
    """Begins with the first event of this time or later, by `createdAt`. Without it and `after` the page begins with the oldest event kept."""
    type: List[Literal["entry.confirmed", "payment.settled", "lot.closed", "lot.cancelled", "draw.completed", "ping"]]
    """Return events of these types, separated by commas."""
    wait: int
    """The number of seconds to wait for an event if there is none."""


class ListWebhookEndpointsQuery(TypedDict, total=False):
    limit: int
    """The maximum number of elements of a page. Default: 1000. A page that reaches 2 MB ends earlier; `Link` names the next page."""
    after: int
    """Continues after the element with this id. Taken from the `Link` header."""


class GetWebhookEndpointPath(TypedDict):
    id: int


class UpdateWebhookEndpointPath(TypedDict):
    id: int


class DeleteWebhookEndpointPath(TypedDict):
    id: int


class RotateWebhookSecretPath(TypedDict):
    id: int


class PingWebhookEndpointPath(TypedDict):
    id: int


class ListDeliveriesPath(TypedDict):
    id: int


class ListDeliveriesQuery(TypedDict, total=False):
    limit: int
    """The maximum number of elements of a page. Default: 1000. A page that reaches 2 MB ends earlier; `Link` names the next page."""
    after: int
    """Continues after the element with this id. Taken from the `Link` header."""


class ReplayDeliveryPath(TypedDict):
    id: int
