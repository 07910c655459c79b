import { getAddress } from "viem";
import { expect, it } from "vitest";
import { ChainRig } from "./chain-rig.ts";
import { opened } from "../support/opened.ts";
import { describe } from "../support/chain/on-anvil.ts";
import { eventually } from "../support/eventually.ts";

describe("a competition on the raffle contract", () => {
  const rig = opened(() => ChainRig.open());

  it("is answered 201, is active, and the contract has its terms in the token that it is priced in", async () => {
    const { chain } = rig;
    const answers = [await rig.created(), await rig.created({ paymentToken: "USDT" })];
    for (const [i, { status, json, text }] of answers.entries()) {
      expect(status, text).toBe(201);
      const { id, startDate, endDate } = json.data;
      const paymentToken = i === 0 ? "USDC" : "USDT";
      expect(json.data).toMatchObject({
        status: "active",
        state: "open",
        paymentToken,
        ticketsSold: 0,
        payment: { acceptedTokens: [paymentToken], fiat: false },
      });
      expect(await rig.lot(id)).toMatchObject({
        token: getAddress((i === 0 ? chain.usdc : chain.usdt).address),
        price: 2_500_000n,
        maxTickets: 1_000,
        treasury: chain.treasury,
        startAt: Date.parse(startDate) / 1_000,
        endAt: Date.parse(endDate) / 1_000,
        state: 1,
      });
    }
    expect(await rig.listed()).toEqual(answers.map(({ json }) => json.data.id).toReversed());
  });

  it("is refused by 400 for what the contract cannot sell, and 502 where it cannot be asked", async () => {
    const far = new Date(Date.now() + 367 * 86_400_000).toISOString();
    const cases: [Record<string, unknown>, string][] = [
      [{ ticketPriceUSDCents: 0 }, "ticketPriceUSDCents"],
      [{ endDate: far }, "endDate"],
      [{ payment: { fiat: true } }, "payment.fiat"],
      [{ payment: { fiatCurrency: "USD" } }, "payment.fiatCurrency"],
    ];
    for (const [body, path] of cases) {
      const { status, json } = await rig.create(body);
      expect([status, json.error, json.issues?.[0]?.path]).toEqual([400, "invalid_request", path]);
    }
    const asking = await rig.addPartner({ entryQuestionRequired: true });
    expect((await rig.create({}, { partner: asking })).json).toMatchObject({
      error: "invalid_request",
      issues: [{ path: "createOnChain" }],
    });
    const unpaid = [
      await rig.addPartner({ cryptoEnabled: false }),
      await rig.addPartner({ acceptedTokens: ["USDT"] }),
      await rig.addPartner({ treasuryAddress: null }),
    ];
    for (const partner of unpaid) {
      const { status, json } = await rig.create({}, { partner });
      expect([status, json.error]).toEqual([400, "no_usable_rail"]);
    }
    expect((await rig.create({ payment: { crypto: false } })).json.error).toBe("no_usable_rail");
    expect((await rig.create({ prizeId: 999_999 })).status).toBe(404);

    const before = await rig.lotIds();
    const cut = await rig.another({
      environment: { CHAIN_RPC_URL: "http://127.0.0.1:1" },
      background: false,
    });
    const { status, json } = await rig.create({}, { partner: rig.partner.at(cut) });
    expect([status, json.error]).toEqual([502, "onchain_creation_failed"]);
    await rig.chain.write(rig.chain.raffle, "setOperator", [rig.chain.stranger], { from: rig.chain.owner });
    expect((await rig.create()).status).toBe(502);
    expect((await rig.calls()).at(-1)).toMatchObject({ state: "refused", nonce: null, error: "NotOperator" });
    await rig.chain.write(rig.chain.raffle, "setOperator", [rig.chain.operator], { from: rig.chain.owner });
    expect(await rig.lotIds()).toEqual(before);
  });

  it("is one lot, however often and at once its request comes with one Idempotency-Key", async () => {
    const before = (await rig.lotIds()).length;
    const answers = await Promise.all(Array.from({ length: 10 }, () => rig.create({}, { key: "ten" })));
    const created = answers.filter(({ status }) => status === 201);
    expect(created.length).toBeGreaterThan(0);
    for (const { status, json } of answers) expect([201, 409], JSON.stringify(json)).toContain(status);
    const again = await rig.created({}, "ten");
    expect(new Set([...created, again].map(({ json }) => json.data.id)).size).toBe(1);
    expect((await rig.lotIds()).length).toBe(before + 1);
  });

  it("waits without money for gas: 502, nothing is numbered, and the same key goes on once there is some", async () => {
    const { chain, service } = rig;
    const balance = await chain.client.getBalance({ address: chain.operator });
    await chain.rpc("anvil_setBalance", [chain.operator, "0x0"]);
    const { status, json } = await rig.create({}, { key: "poor" });
    expect([status, json.error]).toEqual([502, "onchain_creation_failed"]);
    expect((await rig.calls()).at(-1)).toMatchObject({ state: "queued", nonce: null });
    expect((await service.call("GET", "/readyz")).status).toBe(200);
    expect(service.logLines.join("")).toContain("the account that pays for calls of contracts runs low");
    await chain.rpc("anvil_setBalance", [chain.operator, `0x${balance.toString(16)}`]);
    expect((await rig.created({}, "poor")).status).toBe(201);
  });

  it("is answered 502 while the node hangs, before or after it took the transaction, and is one lot for the same key", async () => {
    const { anvil, service } = rig;
    const before = await rig.lotIds();
    const listed = await rig.listed();
    const expectRefused = async (key: string) => {
      const { status, json } = await rig.create({}, { key });
      expect([status, json.error]).toEqual([502, "onchain_creation_failed"]);
      expect((await service.call("GET", "/readyz")).status).toBe(200);
      expect(await rig.listed()).toEqual(listed);
    };
    anvil.hang();
    try {
      // Each is answered though the node never does.
      await Promise.all([expectRefused("hung"), expectRefused("hung too")]);
    } finally {
      anvil.goOn();
    }
    await rig.pauseMining();
    const answer = rig.create({}, { key: "hung later" });
    await eventually(async () => (await rig.pool()).length > 0, "a transaction in the pool");
    anvil.hang();
    try {
      expect((await answer).status).toBe(502);
      await expectRefused("hung later");
    } finally {
      anvil.goOn();
    }
    await rig.resumeMining();
    const ids: number[] = [];
    for (const key of ["hung", "hung", "hung too", "hung later", "hung later"]) {
      const { status, json, text } = await rig.created({}, key);
      expect(status, text).toBe(201);
      ids.push(json.data.id);
    }
    expect(new Set(ids).size).toBe(3);
    expect((await rig.lotIds()).toSorted((a, b) => a - b)).toEqual(
      [...new Set([...before, ...ids])].toSorted((a, b) => a - b),
    );
    expect(await rig.listed()).toHaveLength(listed.length + 3);
  });

  it("cannot go back to draft, nor be sold otherwise than its terms say", async () => {
    const { id, ...terms } = (await rig.created()).json.data;
    const refused = [
      { status: "draft" },
      { status: "draft", title: "Another title" },
      { payment: { fiat: true } },
      { payment: { crypto: true } },
      { payment: { fiatCurrency: "EUR" }, title: "Another title" },
      { ticketPriceUSDCents: 1 },
      { maxTickets: 2_000 },
      { endDate: new Date(Date.now() + 10 * 86_400_000).toISOString() },
    ];
    for (const body of refused) {
      const { status, json } = await rig.service.call("PATCH", `/api/v1/competitions/${id}`, {
        key: rig.partner.key,
        body,
      });
      expect([status, json.error]).toEqual([400, "invalid_transition"]);
    }
    expect((await rig.partner.get(`/competitions/${id}`)).json.data).toMatchObject(terms);
    const { status, json } = await rig.service.call("PATCH", `/api/v1/competitions/${id}`, {
      key: rig.partner.key,
      body: { status: "active", title: "Another title" },
    });
    expect([status, json.data.title]).toEqual([200, "Another title"]);
  });

  it("is 40 lots of 40 requests at three services at once, by consecutive transactions", async () => {
    const before = (await rig.lotIds()).length;
    const services = [rig.service, await rig.another(), await rig.another()];
    const wait = { environment: { CHAIN_WAIT_SEC: "50" } };
    const patient = await Promise.all(services.map(() => rig.another({ ...wait, background: false })));
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, i) => rig.create({}, { partner: rig.partner.at(patient[i % 3]!) })),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    expect((await rig.lotIds()).length).toBe(before + 40);
    const nonces = await rig.nonces();
    expect(nonces).toEqual(nonces.map((_, i) => nonces[0]! + i));
  });
});
