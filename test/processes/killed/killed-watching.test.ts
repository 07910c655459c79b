import { afterAll, expect } from "vitest";
import { DAY_SEC, LifeRig, PRICE } from "../../onchain/life-rig.ts";
import { CONFIRMATIONS, environmentOf } from "../../onchain/chain-rig.ts";
import { brokenRules } from "../../support/builders/books.ts";
import { killProcesses, ServiceProcess } from "../../support/service/service-process.ts";
import type { TestService } from "../../support/service/service.ts";
import { expectKilled, laterService } from "./deaths.ts";
import { it } from "../../support/chain/on-anvil.ts";
import { opened } from "../../support/opened.ts";

/** More than a dead process leases a lot for. */
const LEASED_SEC = 120;

const life = opened(() => LifeRig.open({ background: false }));

afterAll(async () => {
  await killProcesses();
});

let started = 0;
/** Returns by how much the next service's time is ahead: it finds what the one before it had leased free again. */
async function aheadSec(): Promise<number> {
  started += 1;
  return Math.max(0, (await life.chain.now()) - Math.floor(Date.now() / 1_000)) + started * LEASED_SEC;
}

/** Starts the service in a separate process, which dies there. */
async function start(at: string): Promise<ServiceProcess> {
  return ServiceProcess.start(life.rig.service.databaseUrl, {
    program: "killed-service",
    environment: { ...environmentOf(life.chain), DIE_AT: at, CLOCK_SHIFT_SEC: String(await aheadSec()) },
  });
}

/** Opens the service that does not die. */
async function open(): Promise<TestService> {
  const environment = { ...environmentOf(life.chain), CHAIN_WAIT_SEC: "50" };
  return laterService(life.rig.service.databaseUrl, { aheadSec: await aheadSec(), environment });
}

/** Returns the partner's events after a death there. */
async function toldWhenKilled(lotId: number, at: string): Promise<string[]> {
  await expectKilled(await start(at));
  return (await life.told(lotId)).map(({ type }) => type);
}

it("kill -9 while the raffle contract is watched, at each step of a lot's life: nothing is told twice or lost", async () => {
  const { chain, rig, partner } = life;
  const [anne, bert] = life.buyers;
  const entry = "entry.confirmed";
  const now = await chain.now();
  const at = (sec: number) => new Date(sec * 1_000).toISOString();
  const times = { startDate: at(now - 60), endDate: at(now + DAY_SEC) };
  const creating = await open();
  const { status, json, text } = await creating.call("POST", "/api/v1/competitions", {
    key: partner.key,
    body: { ...rig.wanted(), ...times },
  });
  expect(status, text).toBe(201);
  const lotId: number = json.data.id;
  await creating.stop();

  await life.buy(lotId, anne, 3);
  await life.buy(lotId, bert, 2);
  await chain.mine(CONFIRMATIONS);
  expect(await toldWhenKilled(lotId, "raffleWatch.write:before")).toEqual([]);
  expect(await toldWhenKilled(lotId, "raffleWatch.write:after")).toEqual([entry, entry]);

  await life.buy(lotId, anne, 1);
  await chain.goTo(now + DAY_SEC);
  await chain.mine(CONFIRMATIONS);
  const sold = [entry, entry, entry];
  expect(await toldWhenKilled(lotId, "raffleWatch.write:after")).toEqual(sold);
  expect(await toldWhenKilled(lotId, "raffleWatch.count:before")).toEqual(sold);
  const closed = [...sold, "lot.closed"];
  expect(await toldWhenKilled(lotId, "raffleWatch.count:after")).toEqual(closed);
  expect(await toldWhenKilled(lotId, "chainCalls.queue:after")).toEqual(closed);

  const requesting = await start("raffleWatch.write:after");
  await expect.poll(async () => (await rig.lot(lotId))!.state).toBe(2);
  await chain.mine(CONFIRMATIONS);
  await expectKilled(requesting);
  const requestId = BigInt((await life.onChain(lotId)).vrfRequestId);
  expect(await chain.openRequests()).toEqual([requestId]);

  await chain.answer(requestId);
  await chain.mine(CONFIRMATIONS);
  const before = await life.balance(chain.treasury);
  const drawn = [...closed, "draw.completed"];
  expect(await toldWhenKilled(lotId, "raffleWatch.write:after")).toEqual(drawn);
  expect(await toldWhenKilled(lotId, "chainCalls.queue:after")).toEqual(drawn);

  const last = await open();
  const paid = async () => (await life.balance(chain.treasury)) - before;
  await expect.poll(paid).toBe(6n * PRICE);
  await chain.mine(CONFIRMATIONS);
  await expect.poll(async () => (await life.onChain(lotId)).payoutTx).not.toBeNull();
  await last.stop();

  expect((await life.told(lotId)).map(({ type }) => type)).toEqual(drawn);
  const entries = (await life.told(lotId, entry)).map(({ data }) => data.ticketNumbers);
  expect(entries.toSorted(([a], [b]) => a - b)).toEqual([[1, 2, 3], [4, 5], [6]]);
  expect(await life.told(lotId, "lot.closed")).toMatchObject([{ data: { ticketsSold: 6 } }]);
  const { ticket } = (await rig.lot(lotId)) as { ticket: number };
  expect(await life.told(lotId, "draw.completed")).toMatchObject([{ data: { winnerTicketId: ticket } }]);
  const calls = await rig.calls();
  expect(calls.map(({ reference, state }) => `${reference} ${state}`)).toEqual(
    Array(3).fill(`${lotId}/1 final`),
  );
  expect(await brokenRules(rig.service.databaseUrl)).toEqual([]);
});
