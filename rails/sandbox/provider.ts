import { setTimeout as delay } from "node:timers/promises";
import { Clock } from "../../ports/clock.ts";
import {
  SandboxPayments,
  type SandboxPayment,
  type SandboxState,
} from "../../ports/simulated/sandbox-payments.ts";
import { type Parts, type Token, token } from "../../ports/token.ts";
import type { Money } from "../../src/shared/money.ts";
import { messageOf, writeMessage } from "./messages.ts";
import { currentPayment } from "./payment.ts";
import { organisationKey, returnTokenFor, SIGNATURE_HEADER, signatureHeader } from "./signature.ts";

export const SANDBOX_ACTS = ["paid", "declined", "expired", "processing"] as const;
export type SandboxAct = (typeof SANDBOX_ACTS)[number];

export interface SandboxActOptions {
  /** The amount that the buyer paid, if it differs from the charge. Only with `paid`. */
  readonly received?: Money;
  /** Lets money arrive after the payment expired or was cancelled. */
  readonly late?: boolean;
}

type SandboxActResult =
  /** notified: the service took the notification. */
  | { readonly result: "done"; readonly payment: SandboxPayment; readonly notified: boolean }
  | { readonly result: "not_found" }
  /** The payment's state does not allow it. */
  | { readonly result: "refused"; readonly payment: SandboxPayment };

export interface SandboxProviderSettings {
  /** The same as the rails'. */
  readonly secret: Uint8Array;
  /** The origin of this process, which receives notifications. */
  readonly notifyOrigin: () => string;
  /** Path of the service's public address, which a proxy would take off their path. Default: none. */
  readonly publicPath?: string;
  /** Waits between the tries of a notification. */
  readonly retryDelaysMs?: readonly number[];
}
export const SandboxProviderSettings: Token<SandboxProviderSettings> = token("SandboxProviderSettings");

const FROM: Readonly<Record<SandboxAct, readonly SandboxState[]>> = {
  paid: ["open", "processing"],
  declined: ["open", "processing"],
  expired: ["open", "processing"],
  processing: ["open"],
};
const NOTIFY_TIMEOUT_MS = 5000;

const NEEDS = { payments: SandboxPayments, clock: Clock, settings: SandboxProviderSettings };

/** The simulated provider: buyers pay, banks decline, time passes, and signed notifications tell the service. */
export class SandboxProvider {
  static readonly needs = NEEDS;
  readonly #payments: SandboxPayments;
  readonly #secret: Uint8Array;
  readonly #notifyOrigin: () => string;
  readonly #publicPath: string;
  readonly #clock: Clock;
  readonly #retryDelaysMs: readonly number[];

  constructor({ payments, clock, settings }: Parts<typeof NEEDS>) {
    this.#payments = payments;
    this.#secret = settings.secret;
    this.#notifyOrigin = settings.notifyOrigin;
    this.#publicPath = settings.publicPath ?? "";
    this.#clock = clock;
    this.#retryDelaysMs = settings.retryDelaysMs ?? [250, 1000];
  }

  /** null: no such payment. */
  async payment(sessionId: string): Promise<SandboxPayment | null> {
    return currentPayment(this.#payments, sessionId, this.#clock.now());
  }

  /** Repeating an action that has taken effect changes nothing and notifies once more. */
  async act(
    sessionId: string,
    outcome: SandboxAct,
    { received, late = false }: SandboxActOptions = {},
  ): Promise<SandboxActResult> {
    const before = await this.payment(sessionId);
    if (before === null) return { result: "not_found" };
    const from =
      outcome === "paid" && late ? [...FROM.paid, "expired" as const, "cancelled" as const] : FROM[outcome];
    const money = outcome === "paid" ? (received ?? before.charge) : undefined;
    const moved = await this.#payments.move(sessionId, from, outcome, money);
    const payment = moved ?? (await this.payment(sessionId)) ?? before;
    if (moved === null && !holdsAlready(payment, outcome, received)) return { result: "refused", payment };
    return { result: "done", payment, notified: await this.#notify(payment) };
  }

  /**
   * Returns the address of the buyer's browser after the payment; on the `flow` rail with a return token, which proves
   * the visit.
   */
  returnAddress(payment: SandboxPayment): string {
    const address = new URL(payment.returnUrl);
    if (payment.kind === "flow") {
      const key = organisationKey(this.#secret, payment.organisationSlug);
      address.searchParams.set("proof", returnTokenFor(key, payment.sessionId));
    }
    return address.href;
  }

  async #notify(payment: SandboxPayment): Promise<boolean> {
    const { pathname, search } = new URL(payment.notificationUrl);
    const path = pathname.startsWith(`${this.#publicPath}/`)
      ? pathname.slice(this.#publicPath.length)
      : pathname;
    const address = new URL(path + search, this.#notifyOrigin());
    const key = organisationKey(this.#secret, payment.organisationSlug);
    for (const waitMs of [0, ...this.#retryDelaysMs]) {
      await delay(waitMs);
      const now = this.#clock.now();
      const body = writeMessage(messageOf(payment), now);
      const headers = {
        "content-type": "application/json",
        [SIGNATURE_HEADER]: signatureHeader(key, body, now),
      };
      if (await post(address, headers, body)) return true;
    }
    return false;
  }
}

function holdsAlready(payment: SandboxPayment, outcome: SandboxAct, received: Money | undefined): boolean {
  if (payment.state !== outcome) return false;
  if (received === undefined || payment.received === null) return true;
  return received.amount === payment.received.amount && received.currency === payment.received.currency;
}

/** Returns whether the service accepted it. An unreachable service is tried again: that is not an error. */
async function post(address: URL, headers: Record<string, string>, body: Buffer): Promise<boolean> {
  try {
    const response = await fetch(address, {
      method: "POST",
      headers,
      body: new Uint8Array(body),
      redirect: "manual",
      signal: AbortSignal.timeout(NOTIFY_TIMEOUT_MS),
    });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}
