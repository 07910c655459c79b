import type { Instruction, NextStep, RailCapabilities, RailKind } from "../../ports/rail.ts";

/** The behaviour of the simulated provider for one kind. No two are alike, so that the core meets every shape. */
interface SandboxKind {
  readonly capabilities: RailCapabilities;
  instruction(baseUrl: string, sessionId: string): Instruction;
}

/** The behaviour of the buyer's card on the `fields` rail: the last part of its session href. */
export const FIELDS_CHOICES = ["approve", "decline", "timeout", "challenge"] as const;
export type FieldsChoice = (typeof FIELDS_CHOICES)[number];

const CURRENCIES: readonly (readonly [string, number])[] = [
  ["USD", 2],
  ["EUR", 2],
  ["GBP", 2],
  ["AUD", 2],
  ["CHF", 2],
  ["SGD", 2],
  ["THB", 2],
  ["VND", 0],
  ["JPY", 0],
  ["KRW", 0],
  ["KWD", 3],
];

const PLAIN: RailCapabilities = {
  status: "by_id",
  cancel: "final",
  refunds: "partial",
  confirm: false,
  expiryMinutes: { min: 1, max: 1440 },
  currencies: new Map(CURRENCIES),
  minimumCharge: new Map(),
};

export const SANDBOX_KINDS: Readonly<Record<RailKind, SandboxKind>> = {
  flow: {
    // Like a session provider: it answers only for what the browser brings back, and cannot promise a cancellation.
    capabilities: {
      ...PLAIN,
      status: "by_return_token",
      cancel: "best_effort",
      refunds: "full",
      // A provider's unit may differ from ISO 4217: here the Chilean peso has two decimals.
      currencies: new Map([...CURRENCIES, ["CLP", 2]]),
    },
    instruction: (baseUrl, sessionId) => ({
      type: "FLOW_SESSION",
      redirectUrl: null,
      data: JSON.stringify({ provider: "sandbox", sessionId, url: payUrl(baseUrl, sessionId) }),
    }),
  },
  embed: {
    capabilities: {
      ...PLAIN,
      expiryMinutes: { min: 30, max: 1440 },
      currencies: new Map([...CURRENCIES, ["ISK", 2]]),
      minimumCharge: new Map([
        ["USD", 50],
        ["EUR", 50],
        ["GBP", 30],
      ]),
    },
    instruction: (baseUrl, sessionId) => ({
      type: "EMBED_SESSION",
      redirectUrl: null,
      data: JSON.stringify({ provider: "sandbox", sessionId, url: payUrl(baseUrl, sessionId) }),
    }),
  },
  fields: {
    capabilities: { ...PLAIN, confirm: true },
    instruction: (baseUrl, sessionId) => ({
      type: "FIELDS_SDK",
      redirectUrl: null,
      data: JSON.stringify({
        provider: "sandbox",
        sessionId,
        url: payUrl(baseUrl, sessionId),
        sessionHrefs: Object.fromEntries(
          FIELDS_CHOICES.map((choice) => [choice, sessionHref(baseUrl, choice)]),
        ),
      }),
    }),
  },
  redirect: {
    capabilities: { ...PLAIN, expiryMinutes: { min: 1, max: 100_800 } },
    instruction: (baseUrl, sessionId) => ({
      type: "PAY_URL",
      redirectUrl: payUrl(baseUrl, sessionId),
      data: null,
    }),
  },
  qr: {
    // Like a bank transfer: it arrives or not, and cannot be sent back through the provider.
    capabilities: { ...PLAIN, refunds: "none", expiryMinutes: { min: 1, max: 180 } },
    instruction: (baseUrl, sessionId) => ({
      type: "CODE_URL",
      redirectUrl: payUrl(baseUrl, sessionId),
      data: qrPayload(baseUrl, sessionId),
    }),
  },
};

/**
 * Returns the step that the simulated bank requires of the buyer's browser: it loads nothing, and confirming continues
 * at once.
 */
export function nextStep(sessionId: string, step: NextStep["step"]): NextStep {
  const action = step === "device_data" ? "device_data" : "challenge";
  const data = JSON.stringify({ provider: "sandbox", sessionId, action });
  return { step, instruction: { type: "FIELDS_SDK", redirectUrl: null, data } };
}

/** The simulated provider's page for a payment. */
export function payUrl(baseUrl: string, sessionId: string): string {
  return `${withoutSlash(baseUrl)}/sandbox/pay/${sessionId}`;
}

/** The content of the QR code: a phone that scans it opens the page without the code. */
export function qrPayload(baseUrl: string, sessionId: string): string {
  return `${payUrl(baseUrl, sessionId)}?scanned=1`;
}

export function sessionHref(baseUrl: string, choice: FieldsChoice): string {
  return `${withoutSlash(baseUrl)}/sandbox/sessions/${choice}`;
}

function withoutSlash(baseUrl: string): string {
  return baseUrl.replace(/\/+$/, "");
}
