const HASH = "string ^[0-9a-f]{64}$";
const TICKETS = "integer 1..100000000";
const drawEntry = { first: TICKETS, last: TICKETS, orderHash: HASH };
const commitment = {
  ticketsRoot: HASH,
  totalTickets: TICKETS,
  ranges: TICKETS,
  blockNumber: "integer 1..",
  committedAt: "date-time",
};
const drawnWinner = {
  ticketNumber: TICKETS,
  winnerIndex: "integer 0..99999999",
  blockHash: "string ^0x[0-9a-f]{64}$",
  entry: drawEntry,
  drawnAt: "date-time",
};

const instruction = JSON.stringify({
  type: "PAY_URL|CODE_URL|FLOW_SESSION|EMBED_SESSION|FIELDS_SDK",
  redirectUrl: "string or null",
  data: "string or null",
});

const device = {
  userAgent: "string 1..2048",
  acceptHeader: "string 1..2048",
  "ipAddress?": "ipv4 or ipv6 or null",
};

/** The resources of the specification, field by field; limits that it leaves open are those of docs/decisions. */
export const SCHEMAS = {
  Competition: {
    id: "integer 1..",
    title: "string",
    description: "string or null",
    ticketPriceUSDCents: "integer 0..",
    paymentToken: "string",
    maxTickets: "integer 0..",
    ticketsSold: "integer 0..",
    status: "draft|active|ended|cancelled",
    state: "draft|scheduled|open|closing|drawn|retired|cancelled",
    endDate: "date-time",
    imageUrl: "string or null",
    payment: "Payment",
    // From here on: extensions.
    available: "integer 0..",
    prizeId: "integer 1..",
    startDate: "date-time",
    createdAt: "date-time",
    paymentOverride: "CompetitionPaymentOverride",
  },
  CompetitionPaymentOverride: {
    crypto: "boolean or null",
    fiat: "boolean or null",
    fiatCurrency: "string or null",
  },
  Payment: { acceptedTokens: "[USDC|USDT]", fiat: "boolean", "fiatCurrency?": "string or null" },
  CompetitionCreate: {
    prizeId: "integer 1..",
    title: "string \\S 1..200",
    ticketPriceUSDCents: "integer 0..10000000",
    maxTickets: "integer 1..100000000",
    startDate: "date-time",
    endDate: "date-time",
    "description?": "string ..20000 or null",
    "paymentToken?": 'USDC|USDT or null = "USDC"',
    "imageUrl?": "uri ..2048 or null",
    "createOnChain?": "boolean or null = false",
    "payment?": "PaymentOverride or null",
  },
  PaymentOverride: {
    "crypto?": "boolean or null",
    "fiat?": "boolean or null",
    "fiatCurrency?": "string ^[A-Z]{3}$ or null",
  },
  CompetitionUpdate: {
    "title?": "string \\S 1..200 or null",
    "description?": "string ..20000 or null",
    "status?": "draft|active or null",
    "payment?": "PaymentOverride or null",
    // From here on: extensions, of a draft.
    "prizeId?": "integer 1.. or null",
    "ticketPriceUSDCents?": "integer 0..10000000 or null",
    "maxTickets?": "integer 1..100000000 or null",
    "startDate?": "date-time or null",
    "endDate?": "date-time or null",
    "imageUrl?": "uri ..2048 or null",
  },
  Winner: {
    competitionId: "integer 1..",
    competitionTitle: "string",
    winnerWalletAddress: "string",
    wonAt: "date-time",
    draw: "BlockHashDraw or VerifiableRandomDraw or null",
  },
  BlockHashDraw: {
    blockNumber: "integer",
    blockHash: "string",
    winnerIndex: "integer",
    totalTickets: "integer",
  },
  VerifiableRandomDraw: {
    method: "vrf",
    seed: "string",
    winnerIndex: "integer",
    totalTickets: "integer",
    vrfRequestId: "string",
    fulfillmentTx: "string",
    blockNumber: "integer or null",
  },
  /** This and the next: extensions. */
  CompetitionDraw: {
    competitionId: "integer 1..",
    status: "waiting|committed|drawn",
    chainId: "integer 1..",
    commitment: `${JSON.stringify(commitment)} or null`,
    voidedCommitments: "[object]",
    winner: `${JSON.stringify(drawnWinner)} or null`,
  },
  CompetitionDrawEntry: drawEntry,
  EntryQuestion: {
    required: "boolean",
    question: `${JSON.stringify({ id: "integer 1..", question: "string", options: "[string]", category: "string or null" })} or null`,
  },
  EntryQuestionAnswer: { questionId: "integer 1..", answerIndex: "integer 0.." },
  EntryQuestionVerification: { correct: "boolean", pass: "string or null" },
  CheckoutSessionRequest: {
    competitionId: "integer 1..",
    "quantity?": "integer 1..100 or null = 1",
    buyer: "CheckoutBuyer",
    "skillPass?": "string 1..200 or null",
    "currency?": "string 1..10 or null",
    "applyCredit?": "boolean or null = true",
    "returnUrl?": "uri ..2048 or null",
    "affiliate?": "string ^[A-Za-z0-9_-]{1,40}$ or null",
  },
  CheckoutBuyer: { "email?": "email ..254 or null", "walletAddress?": "string or null" },
  CheckoutSession: {
    id: "string",
    status: "pending|paid|failed",
    provider: "flow|embed|fields|redirect|qr or null",
    amount: "integer",
    currency: "string",
    payment: `${instruction} or null`,
  },
  CheckoutStatus: {
    id: "string",
    status: "pending|paid|failed",
    competitionId: "integer 1..",
    quantity: "integer",
    amount: "integer",
    currency: "string",
    ticketsIssued: "boolean",
    error: "string or null",
    ticketNumbers: "[integer]",
    ticketPriceUSDCents: "integer 0..",
    priceUSDCents: "integer 0..",
    creditAppliedUSDCents: "integer 0..",
    createdAt: "date-time",
    expiresAt: "date-time",
  },
  // sessionHref is required but for the extensions that stand in its place.
  CheckoutConfirmRequest: {
    "sessionHref?": "uri ..2048 or null",
    "cvcHref?": "uri ..2048 or null",
    "device?": `${JSON.stringify(device)} or null`,
    "deviceData?": `${JSON.stringify({ reference: "string 1..500 or null" })} or null`,
    "challenge?": "done or null",
  },
  CheckoutConfirmation: {
    id: "string",
    status: "pending|paid|failed",
    ticketsIssued: "boolean",
    paymentId: "string or null",
    payment: `${instruction} or null`,
  },
  Prize: {
    id: "integer 1..",
    category: "string",
    name: "string or null",
    brand: "string or null",
    model: "string or null",
    referenceNumber: "string or null",
    condition: "new|unworn|excellent|good",
    retailValueUSDCents: "integer 0..",
    description: "string or null",
    imageUrls: "[string]",
    // An extension.
    yearManufactured: "integer or null",
  },
  PrizeCreate: {
    retailValueUSDCents: "integer 0..",
    "category?": 'string \\S 1..80 or null = "watch"',
    "name?": "string \\S 1..200 or null",
    "brand?": "string \\S 1..200 or null",
    "model?": "string \\S 1..200 or null",
    "referenceNumber?": "string \\S 1..200 or null",
    "condition?": 'new|unworn|excellent|good or null = "new"',
    "yearManufactured?": "integer 1..9999 or null",
    "description?": "string ..20000 or null",
    "imageUrls?": "[uri ..2048] ..12 or null = []",
  },
  /** This and the next: extensions. */
  PrizeUpdate: {
    "name?": "string \\S 1..200 or null",
    "brand?": "string \\S 1..200 or null",
    "model?": "string \\S 1..200 or null",
    "referenceNumber?": "string \\S 1..200 or null",
    "yearManufactured?": "integer 1..9999 or null",
    "description?": "string ..20000 or null",
    "retailValueUSDCents?": "integer 0.. or null",
    "category?": "string \\S 1..80 or null",
    "condition?": "new|unworn|excellent|good or null",
    "imageUrls?": "[uri ..2048] ..12 or null",
  },
  Deleted: { id: "integer", deleted: "true" },
  DrawSettlement: {
    depositAddress: "string",
    tokenAddress: "string",
    tokenSymbol: "string",
    tokenDecimals: "integer",
  },
  DrawInfo: {
    algorithm: "string",
    proofHeader: "string",
    unitCostCents: "integer 0..",
    maxCandidates: "integer",
    maxProofTtlSec: "integer",
    // null: an operator who takes no deposits
    settlement: "DrawSettlement or null",
    flow: "[string]",
  },
  DrawKeyRequest: { publicKey: "string 1..200" },
  DrawKeyRegistration: { ok: "boolean", keyPrefix: "string" },
  DrawDepositRequest: { txHash: "string ^0x[0-9a-fA-F]{64}$" },
  DrawDeposit: { balanceCents: "integer 0..", creditedCents: "integer 0..", duplicate: "boolean" },
  DrawCommitment: {
    drawId: "uuid",
    serverSeedHash: HASH,
    algorithm: "string",
    maxProofTtlSec: "integer",
  },
  DrawRevealRequest: {
    clientSeed: "string ..200",
    candidates: "[any] 1..10000",
    pick: "integer 1..",
    "nonce?": 'string ..80 or null = "0"',
  },
  DrawReveal: {
    result: { winners: "[any]", winnerIndices: "[integer 0..]" },
    proof: {
      alg: "string",
      serverSeedHash: HASH,
      serverSeed: HASH,
      clientSeed: "string",
      nonce: "string",
      candidatesHash: HASH,
      candidateCount: "integer",
      pick: "integer",
      winnerIndices: "[integer 0..]",
    },
    costCents: "integer 0..",
  },
  DrawUsage: {
    draws: "integer 0..",
    costCents: "integer 0..",
    balanceCents: "integer 0..",
    unitCostCents: "integer 0..",
    // null: an operator who takes no deposits
    settlement: "DrawSettlement or null",
  },
  DrawLedgerEntry: {
    kind: "draw|deposit",
    amountCents: "integer",
    txHash: "string or null",
    drawId: "uuid or null",
    createdAt: "date-time",
  },
  DrawLedger: { entries: "[DrawLedgerEntry]" },
};

/** The data of each type of webhook. */
export const EVENTS = {
  "entry.confirmed": {
    lotId: "integer 1..",
    userId: "integer 1..",
    quantity: "integer 1..",
    ticketNumbers: "[integer 1..]",
    source: "fiat|crypto|free",
    orderId: "string or null",
    txHash: "string or null",
  },
  "payment.settled": {
    orderId: "string",
    lotId: "integer 1..",
    userId: "integer 1..",
    rail: "flow|embed|fields|redirect|qr",
    amount: "integer 0..",
    currency: "string ^[A-Z]{3}$",
    quantity: "integer 1..",
  },
  "lot.closed": {
    lotId: "integer 1..",
    closedAt: "date-time",
    endDate: "date-time",
    ticketsSold: "integer 0..",
  },
  "lot.cancelled": { lotId: "integer 1..", cancelledAt: "date-time", ticketsSold: "integer 0.." },
  "draw.completed": { lotId: "integer 1..", winnerUserId: "integer 1..", winnerTicketId: "integer 1.." },
  ping: { endpointId: "integer 1..", organisation: "string" },
};

interface Line {
  readonly scope: string;
  readonly parameters?: readonly string[];
  readonly body?: keyof typeof SCHEMAS;
  readonly status: 200 | 201;
  readonly data: string;
  /** A fair draw: needs its scope, answers without `data`, and a proof, or one by a new key too, where this says so. */
  readonly draw?: "proof" | "both proofs" | "key";
  /** Beside those that every route has. */
  readonly codes?: readonly string[];
}

const page = ["limit", "after"];
/** `METHOD /path` to what a caller needs, sends and gets. */
export const ENDPOINTS: Readonly<Record<string, Line>> = {
  "GET /competitions": {
    scope: "competitions:read",
    // state and ids: extensions
    parameters: [...page, "state", "ids"],
    status: 200,
    data: "[Competition]",
  },
  "POST /competitions": {
    scope: "competitions:write",
    body: "CompetitionCreate",
    status: 201,
    data: "Competition",
    codes: ["400 no_usable_rail", "404 not_found", "502 onchain_creation_failed"],
  },
  "GET /competitions/{id}": {
    scope: "competitions:read",
    parameters: ["id"],
    status: 200,
    data: "Competition",
    codes: ["404 not_found"],
  },
  "PATCH /competitions/{id}": {
    scope: "competitions:write",
    parameters: ["id"],
    body: "CompetitionUpdate",
    status: 200,
    data: "Competition",
    codes: ["400 invalid_transition", "400 no_usable_rail", "404 not_found"],
  },
  "POST /competitions/{id}/cancel": {
    scope: "competitions:write",
    parameters: ["id"],
    status: 200,
    data: "Competition",
    codes: ["400 competition_has_winner", "404 not_found", "503 chain_unavailable"],
  },
  "GET /winners": { scope: "winners:read", parameters: page, status: 200, data: "[Winner]" },
  "GET /competitions/{id}/draw": {
    scope: "winners:read",
    parameters: ["id"],
    status: 200,
    data: "CompetitionDraw",
    codes: ["404 not_found"],
  },
  "GET /competitions/{id}/draw/entries": {
    scope: "winners:read",
    parameters: ["id", ...page],
    status: 200,
    data: "[CompetitionDrawEntry]",
    codes: ["404 not_found"],
  },
  "GET /entry-question": {
    scope: "entries:create",
    parameters: ["competitionId", "category"],
    status: 200,
    data: "EntryQuestion",
    codes: ["404 not_found"],
  },
  "POST /entry-question/verify": {
    scope: "entries:create",
    body: "EntryQuestionAnswer",
    status: 200,
    data: "EntryQuestionVerification",
    codes: ["404 not_found"],
  },
  "POST /checkout/sessions": {
    scope: "entries:create",
    body: "CheckoutSessionRequest",
    status: 201,
    data: "CheckoutSession",
    codes: [
      "400 amount_too_small",
      "400 currency_mismatch",
      "400 entries_closed",
      "400 entry_condition_not_met",
      "400 return_url_not_allowed",
      "400 sold_out",
      "409 too_many_pending_sessions",
      "403 fiat_disabled",
      "404 not_found",
      "412 fiat_not_configured",
      "502 rail_unavailable",
    ],
  },
  "GET /checkout/sessions/{id}": {
    scope: "entries:create",
    parameters: ["id"],
    status: 200,
    data: "CheckoutStatus",
    codes: ["404 not_found"],
  },
  "POST /checkout/sessions/{id}/expire": {
    scope: "entries:create",
    parameters: ["id"],
    status: 200,
    data: "CheckoutStatus",
    codes: ["400 session_final", "404 not_found", "409 session_not_expirable", "502 rail_unavailable"],
  },
  "POST /checkout/sessions/{id}/confirm": {
    scope: "entries:create",
    parameters: ["id"],
    body: "CheckoutConfirmRequest",
    status: 200,
    data: "CheckoutConfirmation",
    codes: [
      "400 invalid_session_href",
      "400 payment_declined",
      "400 session_final",
      "400 wrong_rail",
      "404 not_found",
      "502 rail_unavailable",
    ],
  },
  "GET /prizes": { scope: "competitions:write", parameters: page, status: 200, data: "[Prize]" },
  "POST /prizes": { scope: "competitions:write", body: "PrizeCreate", status: 201, data: "Prize" },
  // The next three: extensions.
  "GET /prizes/{id}": {
    scope: "competitions:write",
    parameters: ["id"],
    status: 200,
    data: "Prize",
    codes: ["404 not_found"],
  },
  "PATCH /prizes/{id}": {
    scope: "competitions:write",
    parameters: ["id"],
    body: "PrizeUpdate",
    status: 200,
    data: "Prize",
    codes: ["404 not_found", "409 prize_in_use"],
  },
  "DELETE /prizes/{id}": {
    scope: "competitions:write",
    parameters: ["id"],
    status: 200,
    data: "Deleted",
    codes: ["404 not_found", "409 prize_in_use"],
  },
  "GET /draws/info": { ...draw("key"), data: "DrawInfo", codes: ["503 chain_unavailable"] },
  "POST /draws/register-key": {
    ...draw("key"),
    body: "DrawKeyRequest",
    data: "DrawKeyRegistration",
    codes: ["409 key_already_registered"],
  },
  "POST /draws/deposit": {
    ...draw("proof"),
    body: "DrawDepositRequest",
    data: "DrawDeposit",
    codes: [
      "400 deposit_too_large",
      "400 no_matching_transfer",
      "404 transaction_not_found",
      "409 transaction_not_final",
      "503 chain_unavailable",
    ],
  },
  "POST /draws/commit": { ...draw("proof"), data: "DrawCommitment", codes: ["409 too_many_open_draws"] },
  "POST /draws/{drawId}/reveal": {
    ...draw("proof"),
    parameters: ["drawId"],
    body: "DrawRevealRequest",
    data: "DrawReveal",
    codes: ["402 insufficient_balance", "404 not_found", "409 draw_already_revealed", "409 draw_expired"],
  },
  "GET /draws/usage": { ...draw("key"), data: "DrawUsage", codes: ["503 chain_unavailable"] },
  "GET /draws/ledger": { ...draw("key"), data: "DrawLedger" },
  "POST /draws/rotate-key": {
    ...draw("both proofs"),
    body: "DrawKeyRequest",
    data: "DrawKeyRegistration",
    codes: ["409 draw_key_used_before"],
  },
};

function draw(needs: "proof" | "both proofs" | "key") {
  return { draw: needs, scope: "draws:create", status: 200 } as const;
}
