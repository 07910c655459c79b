/** Examples for the reference pages, made from the schemas and a sample for each name. A test validates each. */
import { nameOf, resolved, type Schema, type Schemas } from "./api-schema.ts";

const AT = "2027-01-11T12:13:14.567Z";
const SESSION = "cs_0c81kx0k2h4j6m8p1r3t5v7x9z";
const HASH = "8f434346648f6b96df89dda901c5176b10a6d83961dd3c1ac88b59b2dc327aa4";
const BLOCK_HASH = `0x${HASH}`;
const DRAW = "5f0c6c3e-6f1b-4b59-9a55-3d1c1e6a7f02";
const WALLET = "0x8ba1f109551bd432803012645ac136ddd64dba72";

/** A deposit, as a list of what changed a balance of draws has it. */
function inLedger(component: string): Readonly<Record<string, unknown>> {
  return {
    [`${component}.kind`]: "deposit",
    [`${component}.amountCents`]: 10_000,
    [`${component}.drawId`]: null,
  };
}

/** Sample values by `Schema.member`, else by `member`. */
const SAMPLES: Readonly<Record<string, unknown>> = {
  "PasskeyAnswered.response": { id: "AbCd", type: "public-key" },
  "PasskeyAsked.options": { challenge: "AbCd", rpId: "admin.raffle.example" },
  "PasskeyCreate.response": { id: "AbCd", type: "public-key" },
  acceptHeader: "text/html",
  accountId: 42,
  actor: "operator",
  affiliate: "jane",
  algorithm: "fair-draw-v1",
  amount: 5000,
  amountCents: 500,
  answerIndex: 1,
  available: 880,
  balanceCents: 10_000,
  blockHash: BLOCK_HASH,
  blockNumber: 21_345_678,
  brand: "Seiko",
  cancellationTx: null,
  candidateCount: 3,
  candidates: ["anna", "ben", { holder: 3 }],
  candidatesHash: "4e46a12b9904ffcefe7a80974c4e691cc3522b1ab728768a2035aa14ec203133",
  category: "watches",
  chainId: 8453,
  clientSeed: "a text that you choose",
  code: "jane",
  commissionBps: 750,
  commissionCents: 375,
  competitionId: 7,
  competitionTitle: "Win a diver's watch",
  condition: "new",
  consecutiveFailures: 0,
  contract: WALLET,
  costCents: 10,
  "DrawUsage.costCents": 120,
  ...inLedger("DrawLedgerEntry"),
  ...inLedger("ListedDrawLedgerEntry"),
  creationTx: BLOCK_HASH,
  creditAppliedUSDCents: 0,
  creditCents: 0,
  creditedCents: 10_000,
  currencies: ["USD"],
  currency: "USD",
  cvcHref: null,
  data: null,
  dedupeKey: "evt_1PqR",
  depositAddress: WALLET,
  description: "Automatic, 200 m.",
  disabledReason: null,
  disputes: [],
  draws: 12,
  drawId: DRAW,
  durationMs: 84,
  duplicate: false,
  email: "buyer@example.com",
  embedOrigins: ["https://shop.example"],
  enabled: true,
  endpointId: 3,
  error: null,
  "Attempt.error": null,
  eventId: "evt_0c81kx0m9v3r5t7w2y4b6d8f0g",
  failedAt: null,
  fiatCurrency: "USD",
  first: 118,
  firstTicket: 1,
  flow: ["register-key", "deposit", "commit", "reveal", "verify"],
  fulfillmentTx: BLOCK_HASH,
  holdMinutes: 30,
  id: 7,
  lastTicket: 3,
  locale: "en",
  accent: "#0b5d3b",
  background: "#ffffff",
  backgroundDark: "#101418",
  payoutTx: BLOCK_HASH,
  priceUnits: "25000000",
  radius: "12px",
  font: "humanist",
  logoUrl: "https://shop.example/logo.png",
  "CheckoutSession.id": SESSION,
  "CheckoutStatus.id": SESSION,
  "CheckoutConfirmation.id": SESSION,
  "Order.id": SESSION,
  "CheckoutConfirmation.paymentId": "tr_7UhSN1zuXS",
  "CheckoutStatus.createdAt": "2027-01-11T12:13:12.345Z",
  "CheckoutStatus.expiresAt": "2027-01-11T12:43:12.345Z",
  "CheckoutStatus.givenBackAt": null,
  "Competition.createdAt": "2026-12-20T09:00:00.000Z",
  "Competition.status": "active",
  "Competition.state": "open",
  "Event.id": "evt_0c81kx0m9v3r5t7w2y4b6d8f0g",
  "StoredEvent.id": "evt_0c81kx0m9v3r5t7w2y4b6d8f0g",
  "FailedRailCall.operation": "createPayment",
  "FailedRailCall.code": "no_answer",
  "RefundResolution.note": "bank transfer 17",
  refunded: false,
  refundTx: null,
  requestTx: BLOCK_HASH,
  seed: BLOCK_HASH,
  tickets: 880,
  token: WALLET,
  treasury: WALLET,
  types: "payment.captured",
  "RailAccount.provider": "mollie",
  "RailAccountPut.provider": "mollie",
  "RailAccountRemoval.provider": "mollie",
  "RailNotification.provider": "mollie",
  "Order.provider": "mollie",
  "Order.rail": "redirect",
  "StoredEvent.payload": {
    id: "evt_0c81kx0m9v3r5t7w2y4b6d8f0g",
    type: "ping",
    createdAt: AT,
    data: { endpointId: 3, organisation: "acme" },
  },
  action: "affiliate.created",
  alg: "fair-draw-v1",
  imageUrl: "https://images.example/watch.jpg",
  imageUrls: ["https://images.example/watch.jpg"],
  key: "sk_Q2xvdWRGbGFyZVdhc0hlcmU",
  keyPrefix: "sk_Q2xv",
  kind: "redirect",
  last: 119,
  lastError: null,
  maxCandidates: 10_000,
  maxPendingSessions: 10,
  maxPendingTickets: 100,
  maxProofTtlSec: 60,
  maxTickets: 1000,
  method: "block_hash",
  model: "SKX007",
  name: "Diver's watch",
  nonce: "0",
  note: null,
  number: 1017,
  operation: null,
  options: ["5", "7"],
  orderHash: HASH,
  orderId: SESSION,
  pass: "pass_3vXkq9Zt1LmN",
  paymentId: 31,
  paymentToken: "USDC",
  pick: 1,
  prefix: "sk_Q2xv",
  previousCredentialsUntil: null,
  priceUSDCents: 5000,
  prizeId: 4,
  proofHeader: "Service-Proof",
  provider: "redirect",
  providerIds: { payment: "tr_7UhSN1zuXS" },
  providerPaymentId: "tr_7UhSN1zuXS",
  providerRefundId: "re_4qqhO89gsT",
  publicKey: "MCowBQYDK2VwAyEA11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
  quantity: 2,
  question: "How many days are there in a week?",
  questionId: 2,
  rate: "0.92",
  rateLimit: 6000,
  rateWindowSec: 60,
  rates: { EUR: "0.92" },
  reason: "requested on the same day",
  redirectUrl: "https://pay.example/checkout/7UhSN1zuXS",
  referenceNumber: "SKX007-1996",
  refundState: null,
  givenBackAt: null,
  refundedAt: null,
  refunds: [],
  replayed: 18,
  requestId: "4f3c1a52-0a3f-4bb0-9d53-5b6f9a1f2c11",
  reservedCents: 0,
  response: "ok",
  retailValueUSDCents: 40_000,
  returnHosts: ["shop.example"],
  returnUrl: "https://shop.example/thanks",
  reversedCents: 0,
  revokedAt: null,
  secret: "whsec_Zk3vXkq9Zt1LmN0pQ2rS4tU6",
  sessionHref: "https://sandbox.example/approve",
  serverSeed: "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff",
  serverSeedHash: "2a8abfa8cb9906290437854193ca6bca41d4d4e26d1d454bd66a35158095e737",
  skillPass: "pass_3vXkq9Zt1LmN",
  slug: "acme",
  organisation: "acme",
  startDate: "2027-01-01T00:00:00.000Z",
  endDate: "2027-02-01T00:00:00.000Z",
  status: "paid",
  subject: "affiliate:jane",
  ticketNumber: 118,
  ticketNumbers: [118, 119],
  ticketPriceUSDCents: 2500,
  ticketsRoot: HASH,
  ticketsSold: 120,
  title: "Win a diver's watch",
  tokenAddress: "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913",
  tokenDecimals: 6,
  tokenSymbol: "USDC",
  totalTickets: 120,
  treasuryAddress: null,
  tries: 1,
  txHash: BLOCK_HASH,
  unitCostCents: 10,
  units: "75000000",
  url: "https://shop.example/hooks",
  userAgent: "Mozilla/5.0",
  userId: 42,
  voidedAt: null,
  vrfRequestId: "78541660797044910968829902406342334108369226379826116161446442989268089806461",
  walletAddress: null,
  winnerIndex: 117,
  winnerIndices: [1],
  winners: ["ben"],
  winnerWalletAddress: "0x8ba1…ba72",
  wrongAnswersPerMinute: 60,
  yearManufactured: 1996,
};

/** Samples of what a path names, where it is not a row's number. */
const PATH_SAMPLES: Readonly<Record<string, string>> = {
  "/checkout/sessions/{id}": SESSION,
  "/organisations/{slug}/orders/{id}": SESSION,
};

export function examplePath(path: string): string {
  const session = Object.entries(PATH_SAMPLES).find(([prefix]) => path.startsWith(prefix));
  return (session ? path.replace("{id}", session[1]) : path).replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    String(SAMPLES[name] ?? name),
  );
}

/** Members that the example of a component has, or with undefined does not have, in place of its fields' samples. */
const CHANGES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  // Without what only competitions on chain have.
  CompetitionDraw: {
    status: "drawn",
    voidedCommitments: [],
    method: undefined,
    contract: undefined,
    request: undefined,
    answer: undefined,
  },
};

/**
 * @param name the component's, for samples that belong to one
 * @param input whether only what a request must have is wanted
 */
export function exampleOf(schema: Schema, schemas: Schemas, input: boolean, name = ""): unknown {
  const component = nameOf(schema);
  if (component !== null) return exampleOf(resolved(schema, schemas), schemas, input, component);
  if (schema.example !== undefined) return schema.example;
  const choices = schema.type === undefined ? [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])] : [];
  if (choices.length > 0) return exampleOf(choices[0]!, schemas, input, name);
  if (schema.type === "array") return [exampleOf(schema.items ?? {}, schemas, input, name)];
  if (schema.type === "object") return exampleObject(schema, schemas, input, name);
  return sampleOf(schema);
}

function exampleObject(schema: Schema, schemas: Schemas, input: boolean, name: string): object {
  const { properties = {}, required = [] } = schema;
  const alternative = schema.oneOf?.[0]?.required ?? [];
  const members = Object.entries(properties).filter(
    ([member]) =>
      !input || required.length + alternative.length === 0 || [...required, ...alternative].includes(member),
  );
  const example = members.map(([member, field]) => {
    const sample = [SAMPLES[`${name}.${member}`], SAMPLES[member]].find((one) => fits(one, field, schemas));
    return [member, sample === undefined ? exampleOf(field, schemas, input, name) : sample] as const;
  });
  const changed = { ...Object.fromEntries(example), ...CHANGES[name] };
  return Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== undefined));
}

/** Returns true if a name's sample suits the field: in the API one name may have several types. */
function fits(sample: unknown, field: Schema, schemas: Schemas): boolean {
  if (sample === undefined) return false;
  if (sample === null) return field.nullable === true;
  const { type, enum: values, pattern, format, anyOf } = resolved(field, schemas);
  if (type === undefined && anyOf) return anyOf.some((one) => fits(sample, one, schemas));
  if (values) return values.includes(sample);
  if (type === "array") return Array.isArray(sample);
  if (type === "object") return typeof sample === "object" && !Array.isArray(sample);
  if (type === "integer") return Number.isInteger(sample);
  if (type !== "string" || typeof sample !== "string") return false;
  return format !== "uuid" ? pattern === undefined || new RegExp(pattern).test(sample) : sample === DRAW;
}

function sampleOf({ type, format, enum: values, default: fallback, minimum, pattern }: Schema): unknown {
  if (values) return values[0];
  if (fallback !== undefined) return fallback;
  if (type === "boolean") return true;
  if (type === "integer") return Math.max(minimum ?? 1, 1);
  if (format === "date-time") return AT;
  if (format === "date") return AT.slice(0, 10);
  if (format === "email") return SAMPLES.email;
  if (format === "uri") return SAMPLES.url;
  if (format === "uuid") return DRAW;
  if (pattern?.startsWith("^0x[0-9a-fA-F]{40}")) return WALLET;
  if (pattern?.startsWith("^0x")) return BLOCK_HASH;
  if (pattern?.startsWith("^[0-9a-f]{64}")) return HASH;
  if (pattern?.startsWith("^cs_")) return SESSION;
  if (pattern?.startsWith("^evt_")) return SAMPLES.eventId;
  return "…";
}
