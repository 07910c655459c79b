import { type Ids, competitionOf, PROOF_KEY } from "./world.ts";

/** For each route that needs a body, one that is accepted, made of the ids given. */
export const PARTNER_BODIES: Readonly<Record<string, (ids: Ids) => object>> = {
  "POST /competitions": ({ prize }) => competitionOf(prize, "Example"),
  "PATCH /competitions/{id}": () => ({ title: "Changed" }),
  "POST /entry-question/verify": ({ question }) => ({ questionId: question, answerIndex: 0 }),
  "POST /checkout/sessions": ({ competition }) => ({
    competitionId: competition,
    buyer: { email: "someone@example.com" },
  }),
  "POST /checkout/sessions/{id}/confirm": () => ({ sessionHref: "https://sandbox.example/approve" }),
  "POST /prizes": () => ({ retailValueUSDCents: 100, name: "Watch" }),
  "PATCH /prizes/{id}": () => ({ description: "Changed" }),
  "POST /draws/register-key": () => ({ publicKey: PROOF_KEY.publicKey }),
  "POST /draws/deposit": () => ({ txHash: `0x${"0".repeat(64)}` }),
  "POST /draws/{drawId}/reveal": () => ({ clientSeed: "example", candidates: ["a", { b: 1 }], pick: 1 }),
  "POST /draws/rotate-key": () => ({ publicKey: PROOF_KEY.publicKey }),
};

export const OPERATOR_BODIES: Readonly<Record<string, (ids: Ids) => object>> = {
  "POST /organisations": () => ({ slug: "example", name: "Example" }),
  "POST /organisations/{slug}/search": () => ({ text: "1" }),
  "PATCH /organisations/{slug}": () => ({ name: "Changed" }),
  "POST /organisations/{slug}/api-keys": () => ({ name: "Example" }),
  "PUT /organisations/{slug}/rails/{kind}": () => ({ provider: "sandbox", currencies: ["CHF"] }),
  "POST /organisations/{slug}/prizes": () => ({ retailValueUSDCents: 100, name: "Watch" }),
  "PATCH /organisations/{slug}/prizes/{id}": () => ({ description: "Changed" }),
  "POST /organisations/{slug}/competitions": ({ prize }) => competitionOf(prize, "Example"),
  "PATCH /organisations/{slug}/competitions/{id}": () => ({ title: "Changed" }),
  "POST /organisations/{slug}/questions": () => ({ question: "?", options: ["a", "b"], answerIndex: 0 }),
  "PATCH /organisations/{slug}/questions/{id}": () => ({ question: "Changed?" }),
  "POST /organisations/{slug}/webhook-endpoints": () => ({ url: "http://127.0.0.1:1/example" }),
  "PATCH /organisations/{slug}/webhook-endpoints/{id}": () => ({ events: ["ping"] }),
  "POST /organisations/{slug}/webhook-endpoints/{id}/rotate-secret": () => ({}),
  "POST /organisations/{slug}/webhook-endpoints/{id}/replay": () => ({
    since: "2026-01-01T00:00:00Z",
    until: "2026-01-31T00:00:00Z",
  }),
  "POST /organisations/{slug}/accounts/{id}/credit": () => ({ amountCents: 1, reason: "Example" }),
  "POST /organisations/{slug}/affiliates": () => ({ code: "example", name: "Example", commissionBps: 500 }),
  "PATCH /organisations/{slug}/affiliates/{code}": () => ({ commissionBps: 250 }),
  "POST /organisations/{slug}/orders/{id}/refund": () => ({ reason: "Example" }),
  "POST /organisations/{slug}/refunds/{id}/resolve": () => ({ note: "Example" }),
  "POST /organisations/{slug}/competitions/{id}/resume": () => ({ highestTicketTold: 0 }),
  "POST /organisations/{slug}/unmatched-payments/{id}/refund": () => ({ reason: "Example" }),
  "POST /organisations/{slug}/unmatched-payments/{id}/resolve": () => ({ note: "Example" }),
};
