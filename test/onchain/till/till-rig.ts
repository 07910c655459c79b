import { randomUUID } from "node:crypto";
import { sha256, stringToBytes } from "viem";
import { expect } from "vitest";
import type { Hex } from "../../../ports/chain.ts";
import type { LocalChain } from "../../../tools/chain/local-chain.ts";
import { LotDrawRunner } from "../../../src/lot-draws/lot-draw-runner.ts";
import { LotCloser } from "../../../src/lots/lot-closer.ts";
import type { Lot } from "../../../src/lots/lot.ts";
import { ContractCalls } from "../../../src/onchain/contract-calls.ts";
import { RefundRunner } from "../../../src/refunds/refund-runner.ts";
import { Reconciliation } from "../../../src/settlement/reconciliation.ts";
import { TillTransfers } from "../../../src/till/till-transfers.ts";
import { TillWatcher } from "../../../src/till/till-watcher.ts";
import type { Partner } from "../../support/builders/partner.ts";
import { ADMIN_TOKEN, type Answer, type Json, type TestService } from "../../support/service/service.ts";
import { ChainRig, CONFIRMATIONS } from "../chain-rig.ts";

/** Price of a ticket, in the tokens' units: 25 dollars. */
export const TICKET = 25_000_000n;
const CENTS = 2_500;
const LASTS_MINUTES = 90;
const SOON = { interval: 50 };
/** Of `eventually`: longer steps would leave what a date can hold before the poll ends. */
const LONGEST_STEP_MS = 3_600_000;

/** A session that is paid in tokens. */
export interface TokenSession {
  readonly id: string;
  readonly address: Hex;
  readonly units: bigint;
  readonly answer: Json;
}

/** An order that was paid in tokens. */
export interface PaidOrder {
  readonly lotId: number;
  readonly refundTo: Hex;
  readonly session: TokenSession;
}

/** Lots off chain that are paid through a real till; a test moves buyers, blocks and times. */
export class TillRig {
  readonly rig: ChainRig;
  readonly partner: Partner;
  #refundAddresses = 0;

  private constructor(rig: ChainRig, partner: Partner) {
    this.rig = rig;
    this.partner = partner;
  }

  static async open(options: Parameters<typeof ChainRig.open>[0] = {}): Promise<TillRig> {
    return TillRig.of(await ChainRig.open(options));
  }

  /** On a chain that another rig has opened, and closes. */
  static async of(rig: ChainRig): Promise<TillRig> {
    const partner = await rig.addPartner({ fiatEnabled: true, rails: { USD: "redirect" }, holdMinutes: 10 });
    return new TillRig(rig, partner);
  }

  close(): Promise<void> {
    return this.rig.close();
  }

  get chain(): ChainRig["chain"] {
    return this.rig.chain;
  }

  /** Returns an address that was never paid. */
  refundAddress(): Hex {
    this.#refundAddresses += 1;
    return `0x${this.#refundAddresses.toString().padStart(40, "9")}`;
  }

  /** An active lot, by the service's clock, which is brought to the chain's. */
  async lot(maxTickets = 100): Promise<Lot> {
    await this.meetClocks();
    const endAt = new Date(this.rig.service.clock.now().getTime() + LASTS_MINUTES * 60_000);
    return this.partner.lot({ priceCents: CENTS, maxTickets, endAt });
  }

  create(lotId: number, body: object, headers: Record<string, string> = {}): Promise<Answer> {
    const { service, key } = this.partner;
    const wanted = { competitionId: lotId, buyer: { email: "anne@example.com" }, token: "USDC", ...body };
    return service.call("POST", "/api/v1/checkout/sessions", { key, body: wanted, headers });
  }

  /** Creates a session and repeats a 502, as a partner does: a busy node may take longer than a request waits. */
  async session(lotId: number, refundAddress: Hex, body: object = {}): Promise<TokenSession> {
    const headers = { "Idempotency-Key": randomUUID() };
    const create = () => this.create(lotId, { refundAddress, ...body }, headers);
    let answer = await create();
    for (let more = 5; answer.status === 502 && more > 0; more -= 1) answer = await create();
    const { status, json, text } = answer;
    expect(status, text).toBe(201);
    const [, address, units] = /address=(0x[0-9a-f]{40})&uint256=(\d+)$/.exec(json.data.payment.data) ?? [];
    return { id: json.data.id, address: address as Hex, units: BigInt(units!), answer: json.data };
  }

  /** @returns the transaction */
  async pay(to: Hex, units: bigint, token = this.chain.usdc): Promise<Hex> {
    const { chain } = this;
    return (await chain.write(token, "transfer", [to, units], { from: chain.owner })).transactionHash;
  }

  async balance(holder: Hex, token = this.chain.usdc): Promise<bigint> {
    return (await this.chain.read(token, "balanceOf", [holder])) as bigint;
  }

  /** Returns the payments that events of the till name, as anyone can read them from the chain. */
  async closedIds(): Promise<Hex[]> {
    const { client, till: contract } = this.chain;
    const logs = await client.getContractEvents({ ...contract, eventName: "Closed", fromBlock: 0n });
    return logs.map(({ args }) => args.id!);
  }

  async status(session: Pick<TokenSession, "id">): Promise<Json> {
    return (await this.partner.get(`/checkout/sessions/${session.id}`)).json.data;
  }

  /** Waits until a session stands so: one of the service's loops may be deciding on it just now. */
  async until(session: Pick<TokenSession, "id">, expected: object): Promise<void> {
    await expect.poll(() => this.status(session), SOON).toMatchObject(expected);
  }

  async told(lotId: number, type: string | null = null): Promise<Json[]> {
    const rows = await this.rig.rows<{ payload: string }>(
      "select payload from event order by created_at, id",
    );
    return rows
      .map(({ payload }) => JSON.parse(payload))
      .filter((event) => event.data.lotId === lotId && (type === null || event.type === type));
  }

  /** Mines the next block `minutes` later, and moves the service's clock with it. */
  async pass(minutes: number): Promise<void> {
    await this.meetClocks();
    await this.chain.goTo((await this.chain.now()) + minutes * 60);
    await this.meetClocks();
  }

  /** Makes the chain's blocks final and has them read; meanwhile the service's loops move money. */
  async settled(service: TestService = this.rig.service): Promise<void> {
    await this.chain.mine(CONFIRMATIONS);
    await this.caughtUp(service);
  }

  async caughtUp(service: TestService = this.rig.service): Promise<void> {
    await this.meetClocks(service);
    const { wiring } = service;
    while ((await wiring.get(TillWatcher).watchOnce()) > 0);
    await wiring.get(Reconciliation).reconcileOnce();
    await wiring.get(TillTransfers).moveOnce();
    await wiring.get(RefundRunner).refundOnce();
  }

  /** One turn of everything that moves tokens without a request, for a rig without background work. */
  async turn(): Promise<void> {
    await this.settled();
    await this.rig.service.wiring.get(ContractCalls).sendOnce();
  }

  /** Lets blocks come and this time pass, with turns so long apart. */
  async during(ms: number, eachMs = 10_000): Promise<void> {
    for (let passedMs = 0; passedMs < ms; passedMs += eachMs) {
      this.rig.service.clock.advance(eachMs);
      await this.turn();
    }
  }

  /** Sells a ticket for tokens. @param more units than the price */
  async paid(
    more = 0n,
    { token = "USDC", refundTo = this.refundAddress() }: { token?: "USDC" | "USDT"; refundTo?: Hex } = {},
  ): Promise<PaidOrder> {
    const { id: lotId } = await this.lot();
    const session = await this.session(lotId, refundTo, { token });
    await this.pay(session.address, session.units + more, this.chain[token === "USDC" ? "usdc" : "usdt"]);
    await this.turn();
    await this.until(session, { status: "paid" });
    return { lotId, refundTo, session };
  }

  /** Names a payment as the till does. */
  paymentOf({ session, refundTo }: PaidOrder) {
    return { id: sha256(stringToBytes(`till:${session.id}`)), treasury: this.chain.treasury, refundTo };
  }

  /** Has the treasury call the till, as the pages say that it may. @returns the transaction */
  treasuryCloses(order: PaidOrder, units: bigint, token = this.chain.usdc): Promise<Hex> {
    return this.#treasuryCalls("close", order, units, token);
  }

  treasuryGivesBack(order: PaidOrder, kept: bigint, token = this.chain.usdc): Promise<Hex> {
    return this.#treasuryCalls("giveBack", order, kept, token);
  }

  async #treasuryCalls(
    name: "close" | "giveBack",
    order: PaidOrder,
    units: bigint,
    token: LocalChain["usdc"],
  ): Promise<Hex> {
    const { chain } = this;
    const closes = await chain.read(chain.till, "treasuryCloses", [order.session.address, token.address]);
    const args = [this.paymentOf(order), token.address, units, closes];
    return (await chain.write(chain.till, name, args, { from: chain.treasury })).transactionHash;
  }

  /** Returns what the operator interface shows of the tokens of an order. */
  async shown({ session }: Pick<PaidOrder, "session">): Promise<Json> {
    const path = `/admin/api/v1/organisations/${this.partner.organisation.slug}/orders/${session.id}`;
    const { json } = await this.partner.service.call("GET", path, { key: ADMIN_TOKEN });
    return json.data.tokenPayment;
  }

  async movements(order: Pick<PaidOrder, "session">): Promise<string[]> {
    const { movements } = await this.shown(order);
    return movements.map(({ to, by, state, units }: Json) => `${units} to ${to} by ${by}: ${state}`);
  }

  /** Returns the alerts about an order. */
  alertsOf({ session }: Pick<PaidOrder, "session">): string[] {
    return this.rig.service.logLines
      .map((line) => JSON.parse(line) as Json)
      .filter(({ alert, orderId }) => alert === true && orderId === session.id)
      .map(({ msg }) => msg);
  }

  /** Waits until this is so, while blocks come and time passes for the service: faster and faster, as its retries do. */
  async eventually(read: () => Promise<unknown>, expected: unknown): Promise<void> {
    let stepMs = 6_000;
    const looked = async () => {
      await this.chain.mine(1);
      this.rig.service.clock.advance(stepMs);
      stepMs = Math.min(stepMs * 1.05, LONGEST_STEP_MS);
      await this.caughtUp();
      return read();
    };
    await expect.poll(looked, SOON).toEqual(expected);
  }

  /** The competition ends; it is closed and drawn. @returns where its draw is public */
  async drawn(lotId: number): Promise<string> {
    const { wiring, clock, baseUrl } = this.rig.service;
    await this.pass(LASTS_MINUTES + 1);
    await wiring.get(LotCloser).closeOnce();
    const winner = async () => {
      await this.chain.mine(CONFIRMATIONS);
      await this.meetClocks();
      clock.advance(60_000);
      await wiring.get(LotDrawRunner).drawOnce();
      return (await this.told(lotId, "draw.completed")).length;
    };
    await expect.poll(winner, SOON).toBe(1);
    return `${baseUrl}/embed/${this.partner.organisation.slug}/competition/${lotId}/draw.json`;
  }

  /** The service's clock and the chain's next blocks go by the later of both. */
  async meetClocks(service: TestService = this.rig.service): Promise<void> {
    const chainMs = (await this.chain.now()) * 1_000;
    const behindMs = chainMs - service.clock.now().getTime();
    if (behindMs > 0) service.clock.advance(behindMs);
    else if (behindMs < -1_000) await this.chain.goTo(Math.floor(service.clock.now().getTime() / 1_000));
  }
}
