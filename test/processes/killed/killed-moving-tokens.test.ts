import { afterAll, expect } from "vitest";
import { TillGauges } from "../../../adapters/metrics/till-gauges.ts";
import { CONFIRMATIONS, environmentOf } from "../../onchain/chain-rig.ts";
import { TICKET, TillRig } from "../../onchain/till/till-rig.ts";
import { brokenRules } from "../../support/builders/books.ts";
import { killProcesses, ServiceProcess } from "../../support/service/service-process.ts";
import type { TestService } from "../../support/service/service.ts";
import { expectKilled, laterService } from "./deaths.ts";
import { it } from "../../support/chain/on-anvil.ts";
import { opened } from "../../support/opened.ts";

/** More than a dead process leases a payment for. */
const LEASED_SEC = 120;
const SURPLUS = 5n;

const till = opened(() => TillRig.open({ background: false }));

afterAll(async () => {
  await killProcesses();
});

let started = 0;
/** Frees what the last service had leased. Returns by how much the next one's time is ahead. */
async function aheadSec(): Promise<number> {
  await till.meetClocks();
  // These leases go by the database's clock.
  await till.rig.rows("update refund set lease_until = clock_timestamp()");
  started += 1;
  const nowMs = till.rig.service.clock.now().getTime();
  return Math.max(0, Math.ceil((nowMs - Date.now()) / 1_000)) + started * LEASED_SEC;
}

/** Opens the service that does not die. */
async function open(): Promise<TestService> {
  const environment = environmentOf(till.chain);
  return laterService(till.rig.service.databaseUrl, { aheadSec: await aheadSec(), environment });
}

/** Starts the service in a separate process, and lets blocks come until it has died there. */
async function dies(at: string): Promise<void> {
  const service = await ServiceProcess.start(till.rig.service.databaseUrl, {
    program: "killed-service",
    environment: { ...environmentOf(till.chain), DIE_AT: at, CLOCK_SHIFT_SEC: String(await aheadSec()) },
  });
  const death = expectKilled(service).then(() => true);
  const aWhile = () => new Promise<false>((wake) => setTimeout(() => wake(false), 50));
  while (!(await Promise.race([death, aWhile()]))) await till.chain.mine(1);
}

/** Returns the till's metrics: unread blocks, and seconds that money has waited for its turn. */
async function shown(): Promise<number[]> {
  const { service } = till.rig;
  await service.wiring.get(TillGauges).look();
  const { text } = await service.call("GET", "/metrics");
  return ["till_unread_blocks", "till_care_age_seconds"].map((name) =>
    Number(
      text
        .split("\n")
        .find((line) => line.startsWith(`${name} `))!
        .split(" ")[1],
    ),
  );
}

it("kill -9 while tokens of orders are moved, at each step: the surplus, the price and a refund go once, and to their owners", async () => {
  const { rig, chain, partner } = till;
  const [kept, cancelled] = [await till.lot(), await till.lot()];
  const [annes, berts] = [till.refundAddress(), till.refundAddress()];
  const anne = await till.session(kept.id, annes);
  const bert = await till.session(cancelled.id, berts, { buyer: { email: "bert@example.com" } });
  const before = await till.balance(chain.treasury);
  await till.pay(anne.address, anne.units + SURPLUS);
  await till.pay(bert.address, bert.units);
  await chain.mine(CONFIRMATIONS);
  const [unread, care] = await shown();
  expect([unread! > 0, care]).toEqual([true, 0]);

  await dies("tillBook.write:before");
  await dies("tillBook.write:after");
  expect(await rig.rows("select from till_transfer")).toHaveLength(2);
  // The call is queued in the unit of work that counts it: neither is left of it.
  await dies("chainCalls.queue:after");
  expect(await rig.rows("select from chain_call where purpose = 'give_back'")).toEqual([]);
  const selling = await open();
  const paid = async () => {
    await chain.mine(1);
    return [(await till.status(anne)).status, (await till.status(bert)).status, await till.balance(annes)];
  };
  await expect.poll(paid).toEqual(["paid", "paid", SURPLUS]);
  await selling.stop();

  expect((await partner.post(`/competitions/${cancelled.id}/cancel`)).status).toBe(200);
  await dies("tillBook.giveBack:after");
  await dies("tillBook.refunded:before");
  expect([await till.balance(berts), await till.balance(bert.address)]).toEqual([TICKET, 0n]);

  await till.drawn(kept.id);
  await dies("tillBook.payOut:after");
  const paying = await open();
  const treasuryGot = async () => {
    await chain.mine(1);
    return (await till.balance(chain.treasury)) - before;
  };
  await expect.poll(treasuryGot).toBe(TICKET);
  await paying.stop();
  await chain.mine(CONFIRMATIONS);
  // The close is on the chain and not written: nothing is paid again.
  await dies("tillBook.write:before");
  await dies("tillBook.write:after");

  const last = await open();
  const settled = async () => {
    await chain.mine(1);
    return rig.rows(`select exists (select from refund where state = 'succeeded') as "refunded",
        exists (select from till_close where paid = ${TICKET}) as "paidOut"`);
  };
  await expect.poll(settled).toEqual([{ refunded: true, paidOut: true }]);
  await last.stop();

  const ends = [annes, berts, anne.address, bert.address];
  expect(await Promise.all(ends.map((end) => till.balance(end)))).toEqual([SURPLUS, TICKET, 0n, 0n]);
  expect((await till.balance(chain.treasury)) - before).toBe(TICKET);
  const calls = await rig.rows<{ purpose: string }>(
    "select purpose from chain_call where state <> 'refused' order by purpose",
  );
  expect(calls.map(({ purpose }) => purpose)).toEqual(["close_payment", "give_back", "give_back"]);
  for (const { id } of [kept, cancelled]) expect(await till.told(id, "entry.confirmed")).toHaveLength(1);
  expect(await brokenRules(rig.service.databaseUrl, { givenBack: true })).toEqual([]);
});
