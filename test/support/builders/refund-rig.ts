import { Rails, railsOf } from "../../../ports/rails.ts";
import type { RailKind, RailOrder } from "../../../ports/rail.ts";
import { Clock } from "../../../ports/clock.ts";
import { SandboxPayments } from "../../../ports/simulated/sandbox-payments.ts";
import type { SandboxFault, SandboxOperation } from "../../../rails/sandbox/faults.ts";
import { type SandboxMessage, writeMessage } from "../../../rails/sandbox/messages.ts";
import { sandboxRails } from "../../../rails/sandbox/rail.ts";
import {
  organisationKey,
  sandboxSecret,
  SIGNATURE_HEADER,
  signatureHeader,
} from "../../../rails/sandbox/signature.ts";
import { RefundRunner } from "../../../src/refunds/refund-runner.ts";
import { LotUnwinder } from "../../../src/lots/lot-unwinder.ts";
import { UnitOfWork } from "../../../ports/unit-of-work.ts";
import type { CircuitLimits } from "../../../adapters/rails/account-circuit.ts";
import { guardedRail } from "../../../adapters/rails/guarded-rail.ts";
import type { Wiring } from "../../../app/wiring.ts";
import { Partner } from "./partner.ts";
import { ADMIN_TOKEN, type Answer, ENCRYPTION_KEY, type Json, TestService } from "../service/service.ts";

/** Longer than the circuits that tests configure stay open. */
const CIRCUIT_MS = 100;

type Said<M extends SandboxMessage> = Omit<M, "kind" | "sessionId" | "amount">;
type Fact =
  | Said<SandboxMessage & { readonly type: "refund.updated" }>
  | Said<SandboxMessage & { readonly type: "dispute.updated" }>;

/** A service whose simulated provider gives money back, or fails to, as a test wants it. */
export class RefundRig {
  readonly service: TestService;
  /** Kinds whose rail this build does not have, as when the package is taken out of RAIL_MODULES. */
  readonly takenOut: Set<RailKind>;
  readonly #faults: Map<SandboxOperation, SandboxFault>;
  readonly #calls: { readonly operation: SandboxOperation; readonly orderId: string }[];

  private constructor(
    service: TestService,
    takenOut: Set<RailKind>,
    faults: Map<SandboxOperation, SandboxFault>,
    calls: { readonly operation: SandboxOperation; readonly orderId: string }[],
  ) {
    this.service = service;
    this.takenOut = takenOut;
    this.#faults = faults;
    this.#calls = calls;
  }

  /** @param limits rails are guarded, by these limits */
  static async open(
    replace: (wiring: Wiring) => void = () => {},
    limits?: Partial<CircuitLimits>,
  ): Promise<RefundRig> {
    const takenOut = new Set<RailKind>();
    const faults = new Map<SandboxOperation, SandboxFault>();
    const calls: { operation: SandboxOperation; orderId: string }[] = [];
    const before = async (operation: SandboxOperation, { id: orderId }: RailOrder) => {
      calls.push({ operation, orderId });
      return faults.get(operation) ?? null;
    };
    const service = await TestService.open({
      replace: (wiring) => {
        wiring.bind(Rails, () => {
          const [payments, clock] = [wiring.get(SandboxPayments), wiring.get(Clock)];
          const secret = sandboxSecret(ENCRYPTION_KEY);
          const baseUrl = "http://rails.example";
          const bare = sandboxRails({ payments, clock, secret, baseUrl, faults: { before }, timeoutMs: 20 });
          const unitOfWork = wiring.get(UnitOfWork);
          const all = limits
            ? bare.map((rail) => guardedRail(rail, { unitOfWork, limits, observe: () => {} }))
            : bare;
          const present = () => railsOf(all.filter(({ kind }) => !takenOut.has(kind)));
          return {
            get all() {
              return present().all;
            },
            get unrefundable() {
              return present().unrefundable;
            },
            in: (mode) => present().in(mode),
            find: (kind, provider) => present().find(kind, provider),
            of: (charged) => present().of(charged),
          };
        });
        replace(wiring);
      },
    });
    return new RefundRig(service, takenOut, faults, calls);
  }

  close(): Promise<void> {
    return this.service.stop();
  }

  partner(kind: RailKind = "redirect"): Promise<Partner> {
    return Partner.add(this.service, { rails: { USD: kind } });
  }

  /** Until `works`. */
  fails(operation: SandboxOperation, how: SandboxFault): void {
    this.#faults.set(operation, how);
  }

  works(): void {
    this.takenOut.clear();
    this.#faults.clear();
    this.#calls.length = 0;
  }

  /** Calls of the rail about an order's refund, in order. */
  asked(orderId: string): SandboxOperation[] {
    return this.#calls
      .filter((call) => call.orderId === orderId && /refund/.test(call.operation))
      .map(({ operation }) => operation);
  }

  /** The circuits of guarded rails let a call pass again. */
  circuitReopens(): Promise<void> {
    return new Promise((resolve) => void setTimeout(resolve, CIRCUIT_MS));
  }

  refundOnce(): Promise<number> {
    return this.service.wiring.get(RefundRunner).refundOnce();
  }

  async unwindAll(): Promise<void> {
    while ((await this.service.wiring.get(LotUnwinder).unwindOnce()) > 0);
  }

  /** Lets business time pass. */
  pass(minutes: number): void {
    this.service.clock.advance(minutes * 60_000);
  }

  async rows(text: string, ...values: unknown[]): Promise<Json[]> {
    return await this.service.sql(text, ...values);
  }

  admin({ organisation }: Partner, method: string, path: string, body?: unknown): Promise<Answer> {
    const address = `/admin/api/v1/organisations/${organisation.slug}${path}`;
    return this.service.call(method, address, { key: ADMIN_TOKEN, body });
  }

  /** @returns a paid order's id */
  async sell(partner: Partner, lotId: number, body: object = {}): Promise<string> {
    const answer = await partner.checkout(lotId, body);
    const { id, status } = answer.json.data;
    if (status === "pending") await partner.provider(id, { outcome: "paid" });
    return id;
  }

  /** @returns the order's only refund, as the database has it */
  async refundOf(orderId: string): Promise<Json> {
    const found = await this.rows("select * from refund where order_id = $1", orderId);
    if (found.length !== 1) throw new Error(`${found.length} refunds of ${orderId}`);
    return found[0];
  }

  /** Refunds that the provider has sent for an order: key and state of each. */
  atProvider(orderId: string): Promise<Json[]> {
    return this.rows("select key, state from sandbox_refund where session_id = $1 order by key", orderId);
  }

  /** Sets the provider's answer for a refund, as if it knew the refund already. */
  async decided(orderId: string, state: "requested" | "succeeded" | "failed"): Promise<void> {
    const { key, amount, currency } = await this.refundOf(orderId);
    await this.rows(
      `insert into sandbox_refund (key, session_id, refund_id, amount, currency, state) values ($1, $2, 're_' || $1, $3, $4, $5)
       on conflict (key) do update set state = excluded.state`,
      key,
      orderId,
      amount,
      currency,
      state,
    );
  }

  /** The provider tells the service, signed; resolves when that is processed. */
  async told({ organisation }: Partner, orderId: string, fact: Fact, amount = 2_500): Promise<number> {
    const message = { kind: "redirect", sessionId: orderId, amount: { amount, currency: "USD" }, ...fact };
    const now = this.service.clock.now();
    const body = writeMessage(message as SandboxMessage, now);
    const key = organisationKey(sandboxSecret(ENCRYPTION_KEY), organisation.slug);
    const answer = await fetch(
      `${this.service.baseUrl}/rails/redirect/sandbox/${organisation.slug}/notifications`,
      {
        method: "POST",
        headers: {
          "content-type": "application/json",
          [SIGNATURE_HEADER]: signatureHeader(key, body, now),
        },
        body: new Uint8Array(body),
      },
    );
    await this.service.idle();
    return answer.status;
  }
}
