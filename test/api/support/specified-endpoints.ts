import type { SCHEMAS } from "./specified-resources.ts";

interface Line {
  /** Absent: any key. */
  readonly scope?: string;
  readonly parameters?: readonly string[];
  readonly body?: keyof typeof SCHEMAS;
  readonly status: 200 | 201;
  readonly data: string;
  /** A fair draw: needs its scope, answers without `data`, and a proof, or one by a new key too, where this says so. */
  readonly draw?: "proof" | "both proofs" | "key";
  /** In addition to those of every route. */
  readonly codes?: readonly string[];
}

const page = ["limit", "after"];
const ofId = { parameters: ["id"], codes: ["404 not_found"] };
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
  /** An extension. */
  "GET /competitions/{id}/onchain": {
    scope: "competitions:read",
    parameters: ["id", "wallet", "after"],
    status: 200,
    data: "OnChainCompetition",
    codes: ["404 not_found"],
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
      // Extensions, of payment by token.
      "403 crypto_disabled",
      "412 crypto_not_configured",
    ],
  },
  "GET /checkout/sessions": {
    scope: "entries:create",
    parameters: [
      "email",
      "walletAddress",
      "competitionId",
      "status",
      "createdAfter",
      "createdBefore",
      "metadata",
      "limit",
      "after",
    ],
    status: 200,
    data: "[CheckoutStatus]",
    codes: ["404 not_found"],
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
  // From here on: extensions.
  "GET /events": {
    scope: "events:read",
    status: 200,
    parameters: ["limit", "after", "since", "type", "wait"],
    data: "[WebhookEnvelope]",
    codes: ["400 invalid_cursor", "410 cursor_expired", "429 too_many_waiting"],
  },
  "POST /webhook-endpoints": {
    ...hooks(201),
    body: "WebhookEndpointCreate",
    data: "NewWebhookEndpoint",
    codes: ["409 too_many_endpoints"],
  },
  "GET /webhook-endpoints": { ...hooks(), parameters: page, data: "[WebhookEndpoint]", codes: [] },
  "GET /webhook-endpoints/{id}": { ...hooks(), ...ofId, data: "WebhookEndpoint" },
  "PATCH /webhook-endpoints/{id}": {
    ...hooks(),
    ...ofId,
    body: "WebhookEndpointUpdate",
    data: "WebhookEndpoint",
  },
  "DELETE /webhook-endpoints/{id}": { ...hooks(), ...ofId, data: "Deleted" },
  "POST /webhook-endpoints/{id}/rotate-secret": {
    ...hooks(),
    ...ofId,
    body: "SecretRotation",
    data: "RotatedSecret",
  },
  "POST /webhook-endpoints/{id}/ping": {
    ...hooks(),
    ...ofId,
    data: "Ping",
    codes: ["404 not_found", "409 endpoint_disabled"],
  },
  "GET /webhook-endpoints/{id}/deliveries": {
    ...hooks(),
    parameters: ["id", ...page],
    data: "[Delivery]",
    codes: ["404 not_found"],
  },
  "POST /webhook-endpoints/deliveries/{id}/replay": {
    ...hooks(),
    ...ofId,
    data: "Delivery",
    codes: ["400 invalid_transition", "404 not_found"],
  },
  "GET /whoami": { status: 200, data: "Whoami" },
};

function draw(needs: "proof" | "both proofs" | "key") {
  return { draw: needs, scope: "draws:create", status: 200 } as const;
}

function hooks(status: 200 | 201 = 200) {
  return { scope: "webhooks:manage", status } as const;
}
