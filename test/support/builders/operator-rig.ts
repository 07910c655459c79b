import { expect } from "vitest";
import { operatorPrincipal } from "../../../ports/principal.ts";
import { addLot, addShop } from "../../../app/demo-shop.ts";
import {
  ADMIN_TOKEN,
  type Answer,
  type Json,
  type ServiceOptions,
  sharedService,
  TestService,
} from "../service/service.ts";

const ACT = { actor: operatorPrincipal("test"), requestId: "test-set-up" };

/** A partner that sells in USD. */
export interface Shop {
  readonly slug: string;
  readonly key: string;
  readonly competitionId: number;
}

/** The data of an answer that must have this status. */
export async function ok(answer: Promise<Answer>, status = 200): Promise<Json> {
  const { status: got, json, text } = await answer;
  expect(got, text).toBe(status);
  return json.data!;
}

/** Status, code and wrong fields of a refusal. */
export async function refused(answer: Promise<Answer>): Promise<[number, string, ...string[]]> {
  const { status, json } = await answer;
  return [status, json.error!, ...((json.issues ?? []) as Json[]).map(({ path }) => path!)];
}

/** The number of organisations of all rigs: rigs may share a service. */
let organisations = 0;

/** The operator's side of a whole service. */
export class OperatorRig {
  readonly service: TestService;

  readonly #isShared: boolean;

  private constructor(service: TestService, isShared = false) {
    this.service = service;
    this.#isShared = isShared;
  }

  static async open(options: ServiceOptions = {}): Promise<OperatorRig> {
    return new OperatorRig(await TestService.open(options));
  }

  /** Uses the service that the test files of this process share. Do not close it. */
  static async shared(): Promise<OperatorRig> {
    return new OperatorRig(await sharedService(), true);
  }

  /** Throws for the shared service, which later files of the process would find closed. */
  async close(): Promise<void> {
    if (this.#isShared) throw new Error("The shared service stays open: use prepared() instead of opened().");
    return this.service.stop();
  }

  /** A request of the operator, below /admin/api/v1. */
  admin = (method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer> =>
    this.service.call(method, `/admin/api/v1${path}`, { key: ADMIN_TOKEN, body, headers });

  /** @returns its slug */
  async organisation(settings: object = {}): Promise<string> {
    const slug = `acme-${++organisations}`;
    await ok(this.admin("POST", "/organisations", { slug, name: "Acme", ...settings }), 201);
    return slug;
  }

  /** Answers to this Idempotency-Key cannot be remembered until `work` ends: what a request did is all there is. */
  async forgetful(idempotencyKey: string, work: () => Promise<unknown>): Promise<void> {
    const { pool } = this.service.database;
    await pool.query(`
      create function forget() returns trigger language plpgsql as $$ begin raise exception 'no answer is kept'; end $$;
      create trigger forgetting before update on idempotency for each row
        when (new.key = '${idempotencyKey}' and new.status is not null) execute function forget();`);
    try {
      await work();
    } finally {
      await pool.query("drop function forget cascade");
    }
  }

  async audit(slug: string): Promise<Json[]> {
    return (await ok(this.admin("GET", `/organisations/${slug}/audit`))) as Json[];
  }

  /** An organisation with an open competition of 100 tickets for 5 USD each, on the redirect rail. */
  async shop(): Promise<Shop> {
    const slug = `acme-${++organisations}`;
    const { wiring } = this.service;
    const shop = await addShop(wiring, ACT, { slug, name: "Acme" });
    const lot = await addLot(wiring, shop, { title: "Watch", priceCents: 500 });
    return { slug, key: shop.key, competitionId: lot.id };
  }

  /** @returns the order's id */
  async sell({ key, competitionId }: Shop, quantity: number, email: string): Promise<string> {
    const body = { competitionId, quantity, buyer: { email } };
    return (await ok(this.service.call("POST", "/api/v1/checkout/sessions", { key, body }), 201)).id!;
  }

  /** The simulated provider says that the buyer has paid. */
  async pay(orderId: string): Promise<void> {
    await this.service.call("POST", `/sandbox/payments/${orderId}`, { body: { outcome: "paid" } });
    await this.service.idle();
  }
}
