import { expect, it } from "vitest";
import { SimulatedChain } from "../../adapters/chain/simulated-chain.ts";
import type { Hex } from "../../ports/chain.ts";
import { refusalOf, wrongFields } from "../api/support/reading.ts";
import { CENT, OTHER_TOKEN, TOKEN } from "./deposit-rig.ts";
import { brokenRules } from "../support/builders/books.ts";
import { DrawClient } from "../support/draws/draw-client.ts";
import { Partner } from "../support/builders/partner.ts";
import { type Answer, TestService } from "../support/service/service.ts";
import { opened, prepared } from "../support/opened.ts";

const service = opened(() => TestService.open());
const chain = prepared(() => service.wiring.get(SimulatedChain));

const newClient = async () => DrawClient.add(await Partner.add(service));
const addressOf = async (client: DrawClient): Promise<Hex> =>
  (await client.get("/draws/info")).json.settlement.depositAddress;
const pay = async (client: DrawClient, units: bigint, token = TOKEN) =>
  chain.send([{ token, to: await addressOf(client), units }]);
const report = (client: DrawClient, txHash: unknown): Promise<Answer> =>
  client.post("/draws/deposit", { txHash });

it("a report goes from 404 over 409 to 200, and is a duplicate from the second on", async () => {
  const client = await newClient();
  await addressOf(client);
  expect(refusalOf(await report(client, `0x${"0".repeat(64)}`))).toEqual([404, "transaction_not_found"]);
  const txHash = await pay(client, 250n * CENT + 9_999n);
  await chain.mine(1);
  expect(refusalOf(await report(client, txHash))).toEqual([409, "transaction_not_final"]);
  await chain.mine(64);
  const first = await report(client, txHash.toUpperCase().replace("0X", "0x"));
  expect([first.status, first.json]).toEqual([
    200,
    { balanceCents: 250, creditedCents: 250, duplicate: false },
  ]);
  expect((await report(client, txHash)).json).toEqual({
    balanceCents: 250,
    creditedCents: 0,
    duplicate: true,
  });
  expect((await client.get("/draws/ledger")).json.entries).toMatchObject([
    { kind: "deposit", amountCents: 250, txHash, drawId: null },
  ]);
});

it("ten reports of one deposit at once credit it once, and one answers the credit", async () => {
  const client = await newClient();
  const txHash = await pay(client, 70n * CENT);
  await chain.mine(64);
  const answers = await Promise.all(Array.from({ length: 10 }, () => report(client, txHash)));
  const summaries = answers.map(({ json }) => [json.balanceCents, json.creditedCents, json.duplicate].join());
  expect(summaries.toSorted()).toEqual([...Array(9).fill("70,0,true"), "70,70,false"]);
});

it("another organisation's report of my deposit credits nothing to it, before and after mine", async () => {
  const [mine, other] = [await newClient(), await newClient()];
  await addressOf(other);
  const txHash = await pay(mine, 40n * CENT);
  await chain.mine(64);
  for (const reporter of [other, mine, other]) {
    const answer = await report(reporter, txHash);
    if (reporter === mine) expect(answer.json).toMatchObject({ creditedCents: 40, duplicate: false });
    else expect(refusalOf(answer)).toEqual([400, "no_matching_transfer"]);
  }
  const balances = await Promise.all([mine, other].map((client) => client.get("/draws/usage")));
  expect(balances.map(({ json }) => json.balanceCents)).toEqual([40, 0]);
});

it("a transfer that is not a deposit of the token is 400 no_matching_transfer, and one beyond any balance 400 deposit_too_large", async () => {
  const client = await newClient();
  const [none, dust, other, huge] = [
    await pay(client, 0n),
    await pay(client, CENT - 1n),
    await pay(client, CENT, OTHER_TOKEN),
    await pay(client, 2n ** 53n * CENT),
  ];
  await chain.mine(64);
  for (const txHash of [none, dust, other])
    expect(refusalOf(await report(client, txHash))).toEqual([400, "no_matching_transfer"]);
  expect(refusalOf(await report(client, huge))).toEqual([400, "deposit_too_large"]);
  expect((await client.get("/draws/usage")).json.balanceCents).toBe(0);
});

it("a hash is 0x and 64 hexadecimal digits, and nothing else is reported", async () => {
  const client = await newClient();
  for (const txHash of ["", "0x", "0".repeat(64), `0x${"0".repeat(63)}`, `0x${"g".repeat(64)}`, 1, null, []])
    expect(wrongFields(await report(client, txHash))).toEqual(["txHash"]);
  const extra = await client.post("/draws/deposit", { txHash: `0x${"0".repeat(64)}`, amountCents: 1 });
  expect(wrongFields(extra)).toEqual(["amountCents"]);
});

it("the books are right", async () => {
  expect(await brokenRules(service.databaseUrl)).toEqual([]);
});
