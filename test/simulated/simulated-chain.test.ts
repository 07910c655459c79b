import { describe, expect, it } from "vitest";
import { SimulatedChain } from "../../adapters/chain/simulated-chain.ts";
import { Chain } from "../../ports/chain.ts";
import { TestService } from "../support/service/service.ts";
import { opened } from "../support/opened.ts";

const TOKEN = `0x${"aA".repeat(20)}` as const;
const TO = `0x${"bB".repeat(20)}` as const;
const TRANSFER = { token: TOKEN, to: TO, units: "2500000" };

describe("The simulated chain's routes", () => {
  const service = opened(() => TestService.open());
  const neighbour = opened(() => TestService.open({ databaseUrl: service.databaseUrl }));

  it("mine blocks that every process sees", async () => {
    const before = await neighbour.wiring.get(Chain).head();
    const mined = await service.call("POST", "/sandbox/chain/mine", { body: { blocks: 10_000 } });
    expect([mined.status, Object.keys(mined.json)]).toEqual([200, ["head"]]);
    expect(mined.json.head).toBeGreaterThanOrEqual(before + 10_000);
    expect(await neighbour.wiring.get(Chain).head()).toBeGreaterThanOrEqual(mined.json.head);
  });

  it("make a transfer that 64 blocks make final", async () => {
    const sent = await service.call("POST", "/sandbox/chain/transfers", { body: TRANSFER });
    expect([sent.status, Object.keys(sent.json)]).toEqual([200, ["txHash"]]);
    await service.call("POST", "/sandbox/chain/mine", { body: { blocks: 64 } });
    const mined = await neighbour.wiring.get(Chain).transaction(sent.json.txHash, { token: TOKEN, to: TO });
    expect(mined).toMatchObject({ succeeded: true, final: true });
    expect(mined!.transfers).toMatchObject([{ token: TOKEN.toLowerCase(), units: 2_500_000n }]);
  });

  it("take the most that a token can hold, and no more", async () => {
    const most = String(2n ** 256n - 1n);
    const sent = await service.call("POST", "/sandbox/chain/transfers", {
      body: { ...TRANSFER, units: most },
    });
    const mined = await service.wiring.get(Chain).transaction(sent.json.txHash, { token: TOKEN, to: TO });
    expect(mined!.transfers[0]!.units).toBe(BigInt(most));
  });

  const BAD: readonly (readonly [string, unknown, string])[] = [
    ["mine", { blocks: 0 }, "blocks"],
    ["mine", { blocks: 10_001 }, "blocks"],
    ["mine", { blocks: 1.5 }, "blocks"],
    ["mine", { blocks: "1" }, "blocks"],
    ["mine", {}, "blocks"],
    ["mine", { blocks: 1, salt: true }, "salt"],
    ["transfers", { ...TRANSFER, token: "0x12" }, "token"],
    ["transfers", { ...TRANSFER, to: `0x${"g".repeat(40)}` }, "to"],
    ["transfers", { ...TRANSFER, units: 1 }, "units"],
    ["transfers", { ...TRANSFER, units: "-1" }, "units"],
    ["transfers", { ...TRANSFER, units: "1.0" }, "units"],
    ["transfers", { ...TRANSFER, units: "" }, "units"],
    ["transfers", { ...TRANSFER, units: String(2n ** 256n) }, "units"],
    ["transfers", { ...TRANSFER, units: "1".repeat(79) }, "units"],
    ["transfers", { ...TRANSFER, from: TO }, "from"],
  ];
  it.each(BAD)("refuse %s with %j", async (path, body, field) => {
    const refused = await service.call("POST", `/sandbox/chain/${path}`, { body });
    expect([refused.status, refused.json.error]).toEqual([400, "invalid_request"]);
    expect(refused.json.issues).toMatchObject([{ path: field }]);
  });

  it("refuse what is not a POST of JSON", async () => {
    const get = await service.call("GET", "/sandbox/chain/mine");
    expect([get.status, get.json.error, get.headers.get("allow")]).toEqual([
      405,
      "method_not_allowed",
      "POST",
    ]);
    const headers = { "Content-Type": "text/plain" };
    const text = await service.call("POST", "/sandbox/chain/mine", { body: { blocks: 1 }, headers });
    expect([text.status, text.json.error]).toEqual([415, "unsupported_media_type"]);
    const large = await service.call("POST", "/sandbox/chain/mine", { body: "x".repeat(20_000) });
    expect([large.status, large.json.error]).toEqual([413, "payload_too_large"]);
  });

  it("are absent with a real chain", async () => {
    const environment = { CHAIN_RPC_URL: "http://127.0.0.1:1", CHAIN_ID: "1" };
    const real = await TestService.open({ databaseUrl: service.databaseUrl, environment });
    try {
      expect(real.wiring.get(Chain).chainId).toBe(1);
      const mined = await real.call("POST", "/sandbox/chain/mine", { body: { blocks: 1 } });
      expect([mined.status, mined.json.error]).toEqual([404, "not_found"]);
    } finally {
      await real.stop();
    }
  });
});

it("Without CHAIN_RPC_URL the chain is the simulated one, with as many confirmations as are configured", async () => {
  const service = await TestService.open({ environment: { CHAIN_CONFIRMATIONS: "3" } });
  try {
    const chain = service.wiring.get(Chain);
    expect(chain).toBe(service.wiring.get(SimulatedChain));
    expect(chain.chainId).toBe(31_337);
    await service.wiring.get(SimulatedChain).mine(10);
    expect((await chain.block(8))!.number).toBe(8);
    expect(await chain.final()).toBeGreaterThanOrEqual(7);
  } finally {
    await service.stop();
  }
});
