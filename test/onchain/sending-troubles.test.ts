import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterEach, expect, it } from "vitest";
import { ContractCalls } from "../../src/onchain/contract-calls.ts";
import { HidingNode } from "../support/chain/hiding-node.ts";
import type { TestService } from "../support/service/service.ts";
import { ChainRig, CONFIRMATIONS } from "./chain-rig.ts";
import { opened, prepared } from "../support/opened.ts";
import { describe } from "../support/chain/on-anvil.ts";
import { eventually } from "../support/eventually.ts";

const GWEI = 10n ** 9n;
const hex = (number: bigint | number) => `0x${number.toString(16)}`;

describe("a call of the raffle contract is made once", () => {
  const rig = opened(() => ChainRig.open({ background: false }));
  const patient = prepared(() => rig.another({ environment: { CHAIN_WAIT_SEC: "50" }, background: false }));

  afterEach(() => rig.resumeMining());

  /** A creation that waits for its block, and its call. */
  const begin = async () => {
    const before = await rig.lotIds();
    const known = (await rig.calls()).length;
    const answer = rig.create({}, { partner: rig.partner.at(patient) });
    await eventually(async () => (await rig.calls()).length > known, "a queued call");
    return { before, answer };
  };
  const call = async () => (await rig.calls()).at(-1)!;
  /** Lets a service send until the latest call is in this state. */
  const until = (state: string, service = rig.service) =>
    eventually(async () => {
      await service.wiring.get(ContractCalls).sendOnce();
      return (await call()).state === state;
    }, `a call that is ${state}`);
  const expectOne = async ({ before, answer }: Awaited<ReturnType<typeof begin>>) => {
    const { status, json, text } = await answer;
    expect(status, text).toBe(201);
    expect(await rig.lotIds()).toEqual([...before, json.data.id]);
  };
  const alerts = (service: TestService, message: string) =>
    service.logLines.filter((line) => line.includes(message));

  it("where a reorganisation has taken back the transaction before it, whose number nobody uses then", async () => {
    const { chain } = rig;
    const { operator, stranger } = chain;
    const used = await chain.client.getTransactionCount({ address: operator });
    await chain.rpc("eth_sendTransaction", [{ from: operator, to: stranger, gas: "0x5208" }]);
    await eventually(
      async () => (await chain.client.getTransactionCount({ address: operator })) > used,
      "a foreign transaction",
    );
    await rig.pauseMining();
    const begun = await begin();
    await until("sent");
    expect((await call()).nonce).toBe(used + 1);
    await chain.rpc("anvil_reorg", [1, []]);
    expect(await chain.client.getTransactionCount({ address: operator })).toBe(used);
    for (const hash of await rig.pool()) {
      const { nonce } = await chain.client.getTransaction({ hash });
      if (nonce === used) await chain.rpc("anvil_dropTransaction", [hash]);
    }
    await eventually(async () => {
      await rig.service.wiring.get(ContractCalls).sendOnce();
      return (await call()).nonce === used;
    }, "the number that nobody uses");
    await rig.resumeMining();
    await until("mined");
    await expectOne(begun);
    expect(alerts(rig.service, "a transaction number is not used")).toHaveLength(1);
  });

  it("by no transaction that offers more than the cap, which the operator is told once", async () => {
    const { chain } = rig;
    const capped = await rig.another({ environment: { CHAIN_MAX_FEE_GWEI: "4" }, background: false });
    const waits = () => alerts(capped, "replacing it would cost more than the cap");
    await rig.pauseMining();
    const begun = await begin();
    await until("sent", capped);
    await chain.rpc("anvil_setNextBlockBaseFeePerGas", [hex(50n * GWEI)]);
    await chain.mine(1);
    for (let i = 0; i < 12; i += 1) {
      capped.clock.advance(2_000);
      await capped.wiring.get(ContractCalls).sendOnce();
    }
    expect(waits()).toHaveLength(1);
    expect(waits()[0]).toContain('"alert":true');
    expect(waits()[0]).toContain("CHAIN_MAX_FEE_GWEI");
    const offers = await rig.rows<{ max_fee: string; nonce: number }>(
      "select max_fee, nonce from chain_attempt where call_id = (select max(id) from chain_call) order by number",
    );
    expect(new Set(offers.map(({ nonce }) => nonce)).size).toBe(1);
    for (const { max_fee } of offers) expect(BigInt(max_fee)).toBeLessThanOrEqual(4n * GWEI);
    await chain.rpc("anvil_setNextBlockBaseFeePerGas", [hex(GWEI)]);
    await chain.mine(1);
    await rig.resumeMining();
    await until("mined", capped);
    await expectOne(begun);
  });

  it("with a second node that lags, refuses or is away: nothing is refused or taken for mined on one node's word", async () => {
    const second = await HidingNode.before(rig.chain.url);
    try {
      const both = await rig.another({ environment: { CHAIN_RPC_URL_2: second.url }, background: false });
      const contractCalls = both.wiring.get(ContractCalls);
      const refused = async () => {
        await expect(contractCalls.sendOnce()).rejects.toMatchObject({ code: "chain_unavailable" });
        return call();
      };
      const begun = await begin();
      second.answers.set("eth_estimateGas", {
        error: { code: 3, message: "execution reverted", data: "0x" },
      });
      expect(await refused()).toMatchObject({ state: "queued", nonce: null });
      second.answers.clear();
      second.answers.set("eth_sendRawTransaction", { error: { code: -32_000, message: "txpool is full" } });
      await contractCalls.sendOnce();
      expect((await call()).state).toBe("sent");
      second.answers.clear();
      second.answers.set("eth_getTransactionReceipt", { result: null });
      await eventually(
        async () => (await rig.lotIds()).length > begun.before.length,
        "a lot on the contract",
      );
      expect(await refused()).toMatchObject({ state: "sent" });
      // It has not seen the block: the number counts as not used yet.
      const { operator } = rig.chain;
      const counted = await rig.chain.client.getTransactionCount({ address: operator });
      second.answers.clear();
      second.answers.set("eth_getTransactionCount", { result: hex(counted - 1) });
      await contractCalls.sendOnce();
      expect((await call()).state).toBe("sent");
      second.answers.clear();
      await until("mined", both);
      await expectOne(begun);
      await second.stop();
      const cut = await begin();
      expect(await refused()).toMatchObject({ state: "queued" });
      await until("mined");
      await expectOne(cut);
    } finally {
      await second.stop();
    }
  });

  it("by another key, where the owner has replaced the operator whose transaction no block has", async () => {
    const { chain } = rig;
    const key = generatePrivateKey();
    const { address } = privateKeyToAccount(key);
    const owner = { from: chain.owner };
    await chain.rpc("anvil_setBalance", [address, hex(10n ** 18n)]);
    await rig.pauseMining();
    const begun = await begin();
    await until("sent");
    for (const hash of await rig.pool()) await chain.rpc("anvil_dropTransaction", [hash]);
    await rig.resumeMining();
    await chain.write(chain.raffle, "setOperator", [address], owner);
    const heir = await rig.another({ environment: { CHAIN_SIGNER_KEY: key }, background: false });
    await until("mined", heir);
    await expectOne(begun);
    const [latest] = await rig.rows<{ signer: string }>(
      "select signer from chain_call order by id desc limit 1",
    );
    expect(latest!.signer).toBe(address.toLowerCase());

    // What a block has of the former key is done.
    await chain.write(chain.raffle, "setOperator", [chain.operator], owner);
    const former = await begin();
    await rig.service.wiring.get(ContractCalls).sendOnce();
    await eventually(async () => (await rig.lotIds()).length > former.before.length, "a lot on the contract");
    await chain.mine(CONFIRMATIONS);
    await chain.write(chain.raffle, "setOperator", [address], owner);
    await heir.wiring.get(ContractCalls).sendOnce();
    expect(await call()).toMatchObject({ state: "final", error: null });
    await expectOne(former);
  });
});
