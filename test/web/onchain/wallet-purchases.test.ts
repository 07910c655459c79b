import { getAddress } from "viem";
import { expect } from "vitest";
import type { Hex } from "../../../ports/chain.ts";
import { LifeRig, PRICE } from "../../onchain/life-rig.ts";
import { it } from "../../support/chain/on-anvil.ts";
import { opened, prepared } from "../../support/opened.ts";

const BUDGET = 40;
const life = opened(() => LifeRig.open());
/** A lot with two purchases of Anne, which are final, and one of Bert, which is not. */
const sale = prepared(async () => {
  const [anne, bert] = life.buyers;
  const lotId = await life.created();
  await life.buy(lotId, anne, 3);
  const txHash = await life.buy(lotId, anne, 1);
  await life.settled();
  await life.buy(lotId, bert, 2);
  return { lotId, txHash };
});

const call = (path: string) => life.rig.service.call("GET", path);
const slug = () => life.partner.organisation.slug;
const purchasesOf = (wallet: string, { lotId = sale.lotId, organisation = slug(), query = "" } = {}) =>
  call(`/embed/${organisation}/competition/${lotId}/wallets/${wallet}/purchases.json${query}`);
const pages = (rest: string, organisation = slug()) =>
  call(`/checkout/${organisation}/${sale.lotId}/${rest}`);

it("anyone reads the final purchases of a wallet, and pages of all origins do", async () => {
  const [anne, bert] = life.buyers;
  for (const spelling of [anne, anne.toLowerCase()]) {
    const { status, headers, json } = await purchasesOf(spelling);
    expect([status, headers.get("Access-Control-Allow-Origin")]).toEqual([200, "*"]);
    expect(json.data).toMatchObject({
      competitionId: sale.lotId,
      chainId: 31_337,
      contract: getAddress(life.chain.raffle.address),
      wallet: getAddress(anne),
      state: "open",
      purchases: [
        {
          index: 0,
          firstTicket: 1,
          lastTicket: 3,
          units: String(3n * PRICE),
          refunded: false,
          refundTx: null,
        },
        { index: 1, firstTicket: 4, lastTicket: 4, txHash: sale.txHash },
      ],
    });
  }
  const [, after] = (await purchasesOf(anne)).json.data.purchases;
  expect((await purchasesOf(anne, { query: "?after=0" })).json.data.purchases).toEqual([after]);
  expect((await purchasesOf(bert)).json.data.purchases).toEqual([]);
});

it("a wallet's purchases are those of the organisation alone, and bad input is refused", async () => {
  const [anne] = life.buyers;
  const other = await life.rig.addPartner();
  const offChain = await other.lot();
  const elsewhere = { organisation: other.organisation.slug };
  expect((await purchasesOf(anne, elsewhere)).status).toBe(404);
  expect((await purchasesOf(anne, { ...elsewhere, lotId: offChain.id })).status).toBe(404);
  expect((await purchasesOf(anne, { lotId: 999 })).status).toBe(404);
  for (const wallet of ["0x1", "anne", anne.replace(/[a-f]/, (letter) => letter.toUpperCase()).slice(0, -1)])
    expect((await purchasesOf(wallet)).status, wallet).toBe(404);
  for (const query of ["?after=-1", "?after=x", "?limit=1"])
    expect((await purchasesOf(anne, { query })).status, query).toBe(400);
  const { slug: theirs } = other.organisation;
  for (const rest of [`wallet.json?wallet=${anne}`, `purchase.json?quantity=1&wallet=${anne}`, "refund"])
    expect((await pages(rest, theirs)).status, rest).toBe(404);
  for (const rest of ["wallet.json", "wallet.json?wallet=0x1", `purchase.json?quantity=0&wallet=${anne}`])
    expect((await pages(rest)).status, rest).toBe(400);
  expect((await pages("refund?wallet=0x1")).status).toBe(400);
  expect((await call(`/checkout/${theirs}/${offChain.id}/refund`)).status).toBe(404);
});

it("a visit is pending from a purchase that its wallet has sent until that is final, and only for a wallet of its lot", async () => {
  const [anne] = life.buyers;
  const visit = "v".repeat(22);
  const standing = async () => {
    const { status, quantity } = (await call(`/visits/${visit}`)).json;
    return [status, quantity];
  };
  expect(await standing()).toEqual(["none", null]);
  const sent = (from: string, of = visit) => pages(`wallet.json?wallet=${anne}&visit=${of}&from=${from}`);
  for (const from of ["", "-1", "x", "1e3", "9".repeat(10)]) expect((await sent(from)).status).toBe(200);
  expect((await sent("0", "short")).status).toBe(200);
  expect(await standing()).toEqual(["none", null]);
  for (const [from, seen] of [
    ["99", ["pending", null]],
    ["1", ["paid", 1]],
    ["0", ["paid", 3]],
  ] as const) {
    await sent(from);
    expect(await standing(), from).toEqual(seen);
  }
  const other = await life.rig.addPartner();
  const lot = await other.lot();
  const elsewhere = `/checkout/${other.organisation.slug}/${lot.id}/wallet.json`;
  expect((await call(`${elsewhere}?wallet=${anne}&visit=${visit}&from=99`)).status).toBe(404);
  expect(await standing()).toEqual(["paid", 3]);
});

it("the calls of a purchase are those that the contract takes, and end with the sale", async () => {
  const [anne] = life.buyers;
  const prepare = async (quantity: number) => pages(`purchase.json?quantity=${quantity}&wallet=${anne}`);
  const { json } = await prepare(2);
  expect(json).toMatchObject({
    chainId: 31_337,
    units: String(2n * PRICE),
    buy: { to: life.chain.raffle.address },
  });
  await life.chain.pay(life.chain.usdc, anne, 2n * PRICE);
  const send = ({ to, data }: { to: Hex; data: Hex }) => life.chain.send({ from: anne, to, data });
  await send(json.approve);
  await send(json.buy);
  await life.settled();
  // Another loop of the service may be reading the blocks just now, and pages share what was read a second ago.
  const refused = async (quantity: number) => {
    life.rig.service.clock.advance(2_000);
    const { error, available } = (await prepare(quantity)).json;
    return [error, available];
  };
  await expect.poll(async () => (await purchasesOf(anne)).json.data.purchases.length).toBe(3);
  await expect.poll(() => refused(50)).toEqual(["sold_out", 42]);
  expect((await prepare(50)).status).toBe(400);
  await life.cancelled(sale.lotId);
  await life.settled();
  await expect.poll(() => refused(1)).toEqual(["entries_closed", undefined]);
  const { refund } = (await pages(`wallet.json?wallet=${anne}`)).json;
  expect(refund.indexes).toEqual([0, 1, 3]);
  const before = await life.balance(anne);
  await send(refund.call);
  expect((await life.balance(anne)) - before).toBe(6n * PRICE);
  await life.settled();
  const standing = async () => {
    const { state, purchases } = (await purchasesOf(anne)).json.data;
    return [state, purchases.every(({ refunded }: { refunded: boolean }) => refunded)];
  };
  await expect.poll(standing).toEqual(["cancelled", true]);
  expect((await pages(`wallet.json?wallet=${anne}`)).json.refund).toBe(null);
});

it("each network address has a budget for questions about wallets", async () => {
  const [anne] = life.buyers;
  const service = await life.rig.another({
    environment: { PUBLIC_REQUESTS_PER_MINUTE: String(BUDGET) },
    background: false,
  });
  const paths = [
    `/embed/${slug()}/competition/${sale.lotId}/wallets/${anne}/purchases.json`,
    `/checkout/${slug()}/${sale.lotId}/wallet.json?wallet=${anne}`,
  ];
  for (const path of paths) {
    let answer = await service.call("GET", path);
    for (let more = 2 * BUDGET; answer.status === 200 && more > 0; more -= 1)
      answer = await service.call("GET", path);
    expect([answer.status, answer.json.error], path).toEqual([429, "rate_limited"]);
    expect(Number(answer.headers.get("Retry-After"))).toBeGreaterThan(0);
  }
});
