import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { getAddress } from "viem";
import { expect } from "vitest";
import type { Hex } from "../../../ports/chain.ts";
import { Reconciliation } from "../../../src/settlement/reconciliation.ts";
import { ADMIN_TOKEN, type Json } from "../../support/service/service.ts";
import { CONFIRMATIONS } from "../chain-rig.ts";
import { TICKET, TillRig } from "./till-rig.ts";
import { it } from "../../support/chain/on-anvil.ts";
import { opened } from "../../support/opened.ts";

const till = opened(() => TillRig.open());

it("an exact payment settles once it is final, and is told as crypto with its transaction", async () => {
  const lot = await till.lot();
  const refundTo = till.refundAddress();
  const session = await till.session(lot.id, refundTo, { quantity: 2 });
  expect(session.answer).toMatchObject({ provider: "qr", currency: "USD", amount: 5_000, status: "pending" });
  expect(session.answer.payment).toMatchObject({
    type: "CODE_URL",
    data: `ethereum:${till.chain.usdc.address.toLowerCase()}@31337/transfer?address=${session.address}&uint256=${2n * TICKET}`,
  });
  const paidBy = await till.pay(session.address, session.units);
  // Clocks that meet may take one block more.
  await till.chain.mine(CONFIRMATIONS - 2);
  await till.caughtUp();
  expect((await till.status(session)).status).toBe("pending");
  expect(await till.told(lot.id)).toEqual([]);
  await till.settled();
  await till.until(session, { status: "paid", ticketNumbers: [1, 2] });
  const told = await till.told(lot.id);
  expect(told.map(({ type }) => type)).toEqual(["entry.confirmed"]);
  expect(told[0].data).toMatchObject({
    source: "crypto",
    orderId: session.id,
    txHash: paidBy,
    quantity: 2,
    ticketNumbers: [1, 2],
  });
  // Until the lot is drawn the price stays where it lies, and all can still go back.
  expect([await till.balance(session.address), await till.balance(refundTo)]).toEqual([session.units, 0n]);
});

it("what is paid beyond the price goes back, and the tickets stay", async () => {
  const lot = await till.lot();
  const refundTo = till.refundAddress();
  const session = await till.session(lot.id, refundTo);
  const over = await till.pay(session.address, session.units + 5n);
  await till.settled();
  await till.until(session, { status: "paid" });
  await till.eventually(() => till.balance(refundTo), 5n);
  expect(await till.balance(session.address)).toBe(session.units);
  // Paid a second time, after it was settled.
  const again = await till.pay(session.address, session.units);
  await till.eventually(() => till.balance(refundTo), session.units + 5n);
  expect(await till.balance(session.address)).toBe(session.units);
  expect(await till.told(lot.id)).toHaveLength(1);

  // Support sees each of it.
  const path = `/admin/api/v1/organisations/${till.partner.organisation.slug}/orders/${session.id}`;
  const seen = async () =>
    (await till.partner.service.call("GET", path, { key: ADMIN_TOKEN })).json.data.tokenPayment;
  const moves = async () => (await seen()).movements.map(({ to, state }: Json) => `${to} ${state}`);
  await till.eventually(moves, ["buyer final", "buyer final"]);
  const { transfers, movements, ...terms } = await seen();
  expect(terms).toMatchObject({
    units: String(session.units),
    paymentAddress: session.address,
    refundAddress: refundTo,
    treasury: till.chain.treasury.toLowerCase(),
    decision: "held",
  });
  const { token } = terms;
  expect(transfers).toMatchObject([
    { txHash: over, units: String(session.units + 5n), token },
    { txHash: again, units: String(session.units), token },
  ]);
  expect(new Set(movements.map(({ txHash }: Json) => txHash)).size).toBe(2);
});

it("less than the price until the hold's end by the chain's time fails, and all goes back", async () => {
  const lot = await till.lot();
  const refundTo = till.refundAddress();
  const session = await till.session(lot.id, refundTo);
  await till.pay(session.address, session.units - 1n);
  await till.settled();
  expect((await till.status(session)).status).toBe("pending");
  // The service's clock alone ends nothing: a final block does.
  till.rig.service.clock.advance(13 * 60_000);
  await till.rig.service.wiring.get(Reconciliation).reconcileOnce();
  expect((await till.status(session)).status).toBe("pending");
  await till.pass(13);
  await till.settled();
  await till.until(session, { status: "failed", error: "underpaid" });
  await till.eventually(() => till.balance(refundTo), session.units - 1n);
  expect(await till.balance(session.address)).toBe(0n);
  expect(await till.told(lot.id)).toEqual([]);
});

it("a payment in two parts settles, with the transaction that completed it", async () => {
  const lot = await till.lot();
  const session = await till.session(lot.id, till.refundAddress());
  await till.pay(session.address, 1n);
  await till.settled();
  await till.pass(5);
  const last = await till.pay(session.address, session.units - 1n);
  await till.settled();
  await till.until(session, { status: "paid" });
  expect((await till.told(lot.id))[0].data.txHash).toBe(last);
});

it("what comes late, in another token or for a cancelled lot goes back", async () => {
  const lot = await till.lot();
  const [forLate, forOther, forCancelled, forPending] = [1, 2, 3, 4].map(() => till.refundAddress());
  const late = await till.session(lot.id, forLate!);
  const other = await till.session(lot.id, forOther!, { buyer: { email: "bert@example.com" } });
  await till.pay(other.address, 7n, till.chain.usdt);
  await till.settled();
  await till.eventually(() => till.balance(forOther!, till.chain.usdt), 7n);
  expect((await till.status(other)).status).toBe("pending");
  await till.pass(13);
  await till.pay(late.address, late.units);
  await till.settled();
  await till.until(late, { status: "failed", error: "expired" });
  await till.until(other, { status: "failed", error: "expired" });
  await till.eventually(() => till.balance(forLate!), late.units);

  const cancelled = await till.lot();
  const paid = await till.session(cancelled.id, forCancelled!);
  const pending = await till.session(cancelled.id, forPending!, { buyer: { email: "bert@example.com" } });
  await till.pay(paid.address, paid.units + 3n);
  await till.settled();
  expect((await till.partner.post(`/competitions/${cancelled.id}/cancel`)).status).toBe(200);
  await till.pay(pending.address, pending.units);
  await till.eventually(() => till.balance(forCancelled!), paid.units + 3n);
  await till.eventually(() => till.balance(forPending!), pending.units);
  const states = () => till.rig.rows<{ state: string }>("select distinct state from refund order by state");
  await till.eventually(states, [{ state: "succeeded" }]);
});

it("a payment in time that is final only after the hold settles", async () => {
  const lot = await till.lot();
  const session = await till.session(lot.id, till.refundAddress());
  await till.pass(11);
  await till.pay(session.address, session.units);
  till.rig.service.clock.advance(3 * 60_000);
  // Its hold is over, and what came is not final yet.
  await till.rig.service.wiring.get(Reconciliation).reconcileOnce();
  expect((await till.status(session)).status).toBe("pending");
  await till.settled();
  await till.until(session, { status: "paid" });
});

it("refuses what nobody could be paid back for, or could not be paid", async () => {
  const { partner } = till;
  const lot = await till.lot();
  const refundAddress = till.refundAddress();
  const refused = async (body: object) => {
    const { status, json } = await till.create(lot.id, body);
    return [status, json.error, json.details?.issues?.[0]?.path ?? json.issues?.[0]?.path ?? null];
  };
  expect(await refused({})).toEqual([400, "invalid_request", "refundAddress"]);
  expect(await refused({ refundAddress: "0x12" })).toEqual([400, "invalid_request", "refundAddress"]);
  const zero = `0x${"0".repeat(40)}`;
  expect(await refused({ refundAddress: zero })).toEqual([400, "invalid_request", "refundAddress"]);
  // What is sent to a token's own contract, or to the service's, stays there.
  for (const { address } of [till.chain.usdc, till.chain.usdt, till.chain.raffle, till.chain.till]) {
    const own = await refused({ refundAddress: getAddress(address) });
    expect(own).toEqual([400, "invalid_request", "refundAddress"]);
    const change = { key: ADMIN_TOKEN, body: { treasuryAddress: getAddress(address) } };
    const { slug } = partner.organisation;
    for (const [method, path, more] of [
      ["PATCH", `/${slug}`, {}],
      ["POST", "", { slug: "another-shop", name: "Another shop" }],
    ] as const) {
      const body = { ...change.body, ...more };
      const answer = await partner.service.call(method, `/admin/api/v1/organisations${path}`, {
        ...change,
        body,
      });
      expect([answer.status, answer.json.issues[0].path]).toEqual([400, "treasuryAddress"]);
    }
  }
  expect(await refused({ refundAddress, token: "DAI" })).toEqual([400, "invalid_request", "token"]);
  expect((await refused({ refundAddress, token: undefined }))[0]).toBe(400);
  await partner.change({ acceptedTokens: ["USDT"] });
  expect(await refused({ refundAddress })).toEqual([400, "invalid_request", "token"]);
  await partner.change({ acceptedTokens: ["USDC", "USDT"], treasuryAddress: null });
  expect((await refused({ refundAddress })).slice(0, 2)).toEqual([412, "crypto_not_configured"]);
  await partner.change({ treasuryAddress: till.chain.treasury, cryptoEnabled: false });
  expect((await refused({ refundAddress })).slice(0, 2)).toEqual([403, "crypto_disabled"]);
  await partner.change({ cryptoEnabled: true });
  const onChain = await till.rig.created({}, undefined, partner);
  const { status, json } = await till.create(onChain.json.data.id, { refundAddress });
  expect([status, json.error]).toEqual([400, "invalid_request"]);
  // A wallet's own address is where its money goes back to.
  const wallet = till.chain.buyers[0]!;
  const own = await till.create(lot.id, { buyer: { walletAddress: wallet } });
  expect(own.status, own.text).toBe(201);
  const [{ refund_to }] = (await till.rig.rows<{ refund_to: string }>(
    "select refund_to from till_payment where order_id = $1",
    [own.json.data.id],
  )) as [{ refund_to: string }];
  expect(refund_to).toBe(wallet.toLowerCase());
});

it("card and token buyers at once share one cap and one row of numbers, and the draw verifies", async () => {
  // Only this test uses it, so that its receipts can be distinguished.
  const treasury: Hex = `0x${"7e".repeat(20)}`;
  await till.partner.change({ treasuryAddress: getAddress(treasury) });
  const lot = await till.lot(12);
  const buyers = Array.from({ length: 10 }, (_, at) => `buyer${at}@example.com`);
  const created = await Promise.all(
    buyers.map((email, at) =>
      at % 2 === 0
        ? till.create(lot.id, { buyer: { email }, quantity: 2, refundAddress: till.refundAddress() })
        : till.create(lot.id, { buyer: { email }, quantity: 2, token: undefined }),
    ),
  );
  const sold = created.filter(({ status }) => status === 201);
  expect(sold).toHaveLength(6);
  expect(created.filter(({ status }) => status !== 201).map(({ json }) => json.error)).toEqual(
    Array.from({ length: 4 }, () => "sold_out"),
  );
  let inTokens = 0n;
  for (const { json } of sold) {
    const { id, provider, payment } = json.data;
    if (provider !== "qr") await till.partner.provider(id, { outcome: "paid" });
    else {
      const [, address] = /address=(0x[0-9a-f]{40})/.exec(payment.data)!;
      await till.pay(address as Hex, 2n * TICKET);
      inTokens += 2n * TICKET;
    }
  }
  await till.settled();
  for (const { json } of sold) await till.until(json.data, { status: "paid" });
  const confirmed = await till.told(lot.id, "entry.confirmed");
  const tickets = confirmed.flatMap(({ data }) => data.ticketNumbers as number[]);
  expect(tickets.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 12 }, (_, at) => at + 1));
  expect(new Set(confirmed.map(({ data }) => data.source))).toEqual(new Set(["fiat", "crypto"]));
  expect(await till.told(lot.id, "payment.settled")).toHaveLength(6 - Number(inTokens / (2n * TICKET)));
  const draw = await till.drawn(lot.id);
  const verify = await promisify(execFile)(process.execPath, [
    "tools/verify/verify.ts",
    draw,
    "--rpc",
    till.chain.url,
  ]);
  expect(verify.stdout).toContain("verified: ticket");
  await till.eventually(() => till.balance(treasury), inTokens);

  // The public entries of the draw do not lead to the wallets that the till's events show.
  const entries = await fetch(draw.replace(/\.json$/, "/entries.json"));
  const hashes = ((await entries.json()) as Json).data.map(({ orderHash }: Json) => `0x${orderHash}`);
  expect(hashes).toHaveLength(6);
  const paymentIds = await till.closedIds();
  expect(paymentIds.length).toBeGreaterThanOrEqual(Number(inTokens / (2n * TICKET)));
  expect(paymentIds.filter((id) => hashes.includes(id))).toEqual([]);
});
