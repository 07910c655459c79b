import { afterEach, expect, it } from "vitest";
import type { Hex } from "../../ports/chain.ts";
import { ChainSigner } from "../../ports/onchain/chain-signer.ts";
import { ChainWriter } from "../../ports/onchain/chain-writer.ts";
import { LotCreationRecovery } from "../../src/onchain/lot-creation-recovery.ts";
import { ContractCalls } from "../../src/onchain/contract-calls.ts";
import { FakeKms } from "../support/chain/fake-kms.ts";
import { ServiceProcess } from "../support/service/service-process.ts";
import { ADMIN_TOKEN, ENCRYPTION_KEY, type TestService } from "../support/service/service.ts";
import { ChainRig, CONFIRMATIONS, environmentOf } from "./chain-rig.ts";
import { opened, prepared } from "../support/opened.ts";
import { describe } from "../support/chain/on-anvil.ts";
import { eventually } from "../support/eventually.ts";

/** Fails at one step, as a process that dies there: what came before stands, what comes after does not happen. */
function dyingAt(step: "sign" | "broadcast" | "after broadcast") {
  return (wiring: TestService["wiring"]) => {
    const [signer, writer] = [wiring.get(ChainSigner)!, wiring.get(ChainWriter)!];
    const die = () => Promise.reject(new Error("died"));
    if (step === "sign") wiring.bind(ChainSigner, () => ({ address: () => signer.address(), sign: die }));
    else
      wiring.bind(ChainWriter, () =>
        Object.assign(Object.create(writer) as ChainWriter, {
          ...bound(writer),
          broadcast: (raw: Hex) => (step === "broadcast" ? die() : writer.broadcast(raw).then(die)),
        }),
      );
  };
}

function bound(writer: ChainWriter): ChainWriter {
  return {
    chainId: writer.chainId,
    fees: () => writer.fees(),
    balance: (address) => writer.balance(address),
    estimate: (call) => writer.estimate(call),
    minedCount: (address, at) => writer.minedCount(address, at),
    digest: (transaction) => writer.digest(transaction),
    signed: (transaction, signature) => writer.signed(transaction, signature),
    broadcast: (raw) => writer.broadcast(raw),
    mined: (hash) => writer.mined(hash),
  };
}

describe("a call of the raffle contract", () => {
  const rig = opened(() => ChainRig.open({ background: false }));
  const patient = prepared(() => rig.another({ environment: { CHAIN_WAIT_SEC: "50" }, background: false }));

  afterEach(() => rig.resumeMining());

  /** A creation whose answer waits for its block. */
  const begin = async () => {
    const before = await rig.lotIds();
    const answer = rig.create({}, { partner: rig.partner.at(patient) });
    return { before, answer };
  };
  const expectOne = async ({ before, answer }: Awaited<ReturnType<typeof begin>>) => {
    const { status, json, text } = await answer;
    expect(status, text).toBe(201);
    expect(await rig.lotIds()).toEqual([...before, json.data.id]);
    return json.data.id as number;
  };

  it.each(["sign", "broadcast", "after broadcast"] as const)(
    "is made once when the process that has it dies at this step: %s",
    async (step) => {
      await rig.pauseMining();
      const begun = await begin();
      await eventually(async () => (await rig.calls()).at(-1)?.state === "queued", "a queued call");
      const mortal = await rig.another({ background: false, replace: dyingAt(step) });
      await expect(mortal.wiring.get(ContractCalls).sendOnce()).rejects.toThrow("died");
      expect((await rig.calls()).at(-1)?.state).toBe("sent");
      const heir = rig.service.wiring.get(ContractCalls);
      await heir.sendOnce();
      expect((await rig.pool()).length).toBe(1);
      await rig.resumeMining();
      await heir.sendOnce();
      await expectOne(begun);
    },
  );

  it("is signed for by a key service, whose signatures of either parity and with a high s are mined", async () => {
    const { chain } = rig;
    const kms = await FakeKms.start(chain.operatorKey.slice(2));
    const former = { ...process.env };
    Object.assign(process.env, kms.environment);
    try {
      const environment = { CHAIN_SIGNER_KEY: "", CHAIN_SIGNER_KMS_KEY: "alias/operator" };
      const kept = await rig.another({ environment, background: false });
      const parities = new Set<number>();
      for (let i = 0; i < 24 && parities.size < 2; i++) {
        const calls = (await rig.calls()).length;
        const { before, answer } = await begin();
        await eventually(async () => (await rig.calls()).length > calls, "a queued call");
        await eventually(async () => {
          await kept.wiring.get(ContractCalls).sendOnce();
          return (await rig.calls()).at(-1)?.state === "mined";
        }, "a mined call");
        await expectOne({ before, answer });
        const block = await chain.client.getBlock({ includeTransactions: true });
        parities.add(block.transactions.at(-1)!.yParity!);
      }
      expect([...parities].toSorted()).toEqual([0, 1]);
      expect(kms.calls.filter((operation) => operation === "GetPublicKey")).toHaveLength(1);
    } finally {
      process.env = former;
      await kms.stop();
    }
  });

  it("is replaced, with the same number, when the base fee rises above its offer", async () => {
    // From here on an unknown process sends.
    await rig.another();
    await rig.pauseMining();
    const begun = await begin();
    const [first] = await eventually(async () => {
      const pool = await rig.pool();
      return pool.length > 0 && pool;
    }, "a transaction in the pool");
    const { maxFeePerGas } = await rig.chain.client.getTransaction({ hash: first! });
    const raised = 3n * maxFeePerGas!;
    await rig.chain.rpc("anvil_setNextBlockBaseFeePerGas", [`0x${raised.toString(16)}`]);
    await rig.chain.mine(1);
    await eventually(async () => {
      const pool = await rig.pool();
      return pool.length > 0 && pool[0] !== first;
    }, "a replacement in the pool");
    await rig.resumeMining();
    await expectOne(begun);
    const [{ numbers }] = (await rig.rows<{ numbers: number }>(
      `select count(distinct nonce) as numbers from chain_attempt
        where call_id = (select max(id) from chain_call)`,
    )) as [{ numbers: number }];
    expect(numbers).toBe(1);
  });

  it("is sent again when the node has dropped it", async () => {
    await rig.pauseMining();
    const begun = await begin();
    const hash = await eventually(async () => (await rig.pool())[0], "a transaction in the pool");
    await rig.chain.rpc("anvil_dropTransaction", [hash]);
    await eventually(async () => (await rig.pool()).length > 0, "a transaction in the pool again");
    await rig.resumeMining();
    await expectOne(begun);
  });

  it("gets another number when somebody else has used its own", async () => {
    await rig.pauseMining();
    const begun = await begin();
    const hash = await eventually(async () => (await rig.pool())[0], "a transaction in the pool");
    const { nonce } = await rig.chain.client.getTransaction({ hash });
    const { operator, stranger } = rig.chain;
    const foreign = { from: operator, to: stranger, nonce: `0x${nonce.toString(16)}`, gas: "0x5208" };
    const price = `0x${(10n ** 12n).toString(16)}`;
    await rig.chain.rpc("eth_sendTransaction", [
      { ...foreign, maxFeePerGas: price, maxPriorityFeePerGas: price },
    ]);
    await rig.chain.mine(1);
    await rig.resumeMining();
    await rig.chain.mine(CONFIRMATIONS + 1);
    await expectOne(begun);
    expect((await rig.calls()).at(-1)!.nonce).toBe(nonce + 1);
  });

  it("is made again when a reorganisation drops it, and the competition stays", async () => {
    const begun = await begin();
    const id = await expectOne(begun);
    await rig.chain.rpc("anvil_reorg", [1, []]);
    await eventually(async () => (await rig.lot(id)) !== undefined, "the lot on the contract again");
    await rig.chain.mine(CONFIRMATIONS + 1);
    await eventually(async () => (await rig.calls()).at(-1)!.state === "final", "a final call");
    expect((await rig.partner.get(`/competitions/${id}`)).json.data.status).toBe("active");
    expect((await rig.lotIds()).filter((of) => of === id)).toEqual([id]);
  });

  it("creates a competition anew that a reorganisation has dropped, where its time has passed", async () => {
    const id = await expectOne(await begin());
    await rig.pauseMining();
    await rig.chain.rpc("anvil_reorg", [1, []]);
    await rig.chain.goTo((await rig.chain.now()) + 200);
    await rig.resumeMining();
    const recovery = rig.service.wiring.get(LotCreationRecovery);
    await eventually(async () => {
      await recovery.recoverOnce();
      return (await rig.lot(id)) !== undefined;
    }, "the lot on the contract again");
    expect((await rig.calls()).slice(-2)).toMatchObject([
      { reference: `${id}/1`, error: "TooLate" },
      { reference: `${id}/2`, error: null },
    ]);
    expect((await rig.partner.get(`/competitions/${id}`)).json.data.status).toBe("active");
    expect(await recovery.recoverOnce()).toBe(0);
  });

  it("creates nothing after its time: no lot appears, and one that came to life is cancelled", async () => {
    await rig.pauseMining();
    const before = await rig.listed();
    expect((await rig.create()).status).toBe(502);
    await rig.resumeMining();
    const id = await eventually(async () => {
      const lotId = (await rig.lotIds()).at(-1);
      return lotId !== undefined && !before.includes(lotId) && lotId;
    }, "a lot that came to life");
    expect(await rig.listed()).toEqual(before);
    expect((await rig.partner.get(`/competitions/${id}`)).status).toBe(404);
    await rig.chain.goTo((await rig.chain.now()) + 200);
    await rig.chain.mine(CONFIRMATIONS + 1);
    await eventually(async () => (await rig.lot(id))?.state === 4, "a cancelled lot");
    expect(await rig.listed()).toEqual(before);
  });

  it("goes on with the same key after a 502, also where its time has passed, and makes one lot", async () => {
    await rig.pauseMining();
    const before = await rig.lotIds();
    expect((await rig.create({}, { key: "late" })).status).toBe(502);
    await rig.chain.goTo((await rig.chain.now()) + 200);
    await rig.resumeMining();
    const { status, json, text } = await rig.created({}, "late");
    expect(status, text).toBe(201);
    expect(await rig.lotIds()).toEqual([...before, json.data.id]);
    expect((await rig.calls()).slice(-2)).toMatchObject([
      { reference: `${json.data.id}/1`, error: "TooLate" },
      { reference: `${json.data.id}/2`, error: null },
    ]);
  });

  it("is one lot when the service is killed after sending, and the key comes again; none without", async () => {
    const environment = { ...environmentOf(rig.chain), ADMIN_TOKEN, ENCRYPTION_KEY, CHAIN_WAIT_SEC: "50" };
    const before = await rig.lotIds();
    const listed = await rig.listed();
    for (const key of ["killed", undefined]) {
      const killed = await ServiceProcess.start(rig.service.databaseUrl, { environment });
      await rig.pauseMining();
      const partner = rig.partner;
      const cut = killed.call("POST", "/api/v1/competitions", {
        key: partner.key,
        body: rig.wanted(),
        headers: key === undefined ? {} : { "Idempotency-Key": key },
      });
      await eventually(async () => (await rig.pool()).length > 0, "a transaction in the pool");
      killed.kill("SIGKILL");
      await killed.exited;
      await expect(cut).rejects.toThrow();
      await rig.resumeMining();
    }
    const lease = await rig.rows("update idempotency set lease_until = now() where key = 'killed'");
    expect(lease).toEqual([]);
    const { status, json, text } = await rig.created({}, "killed");
    expect(status, text).toBe(201);
    expect(await rig.listed()).toEqual([json.data.id, ...listed]);
    expect((await rig.lotIds()).length).toBe(before.length + 2);
  });
});
