import { expect, it } from "vitest";
import { checkRaffle } from "../../adapters/chain/raffle/raffle-check.ts";
import { RaffleGauges } from "../../adapters/metrics/raffle-gauges.ts";
import { ChainSigner } from "../../ports/onchain/chain-signer.ts";
import { RaffleContract } from "../../ports/onchain/raffle-contract.ts";
import { TillContract } from "../../ports/onchain/till-contract.ts";
import { RaffleSettings } from "../../ports/settings.ts";
import { VrfKey } from "../../tools/chain/vrf-key.ts";
import { ChainRig } from "./chain-rig.ts";
import { opened } from "../support/opened.ts";
import { describe } from "../support/chain/on-anvil.ts";

describe("a start with a raffle contract", () => {
  const rig = opened(() => ChainRig.open({ background: false }));

  /** Returns a start's log lines, by message. @throws if the start is refused */
  const check = async (environment: Record<string, string> = {}) => {
    const { wiring } = await rig.another({ environment, background: false });
    const said = new Map<string, { transaction?: string }>();
    const say = (facts: object, message: string) => void said.set(message, facts);
    await checkRaffle({
      contract: wiring.get(RaffleContract)!,
      till: wiring.get(TillContract),
      signer: wiring.get(ChainSigner)!,
      settings: wiring.get(RaffleSettings)!,
      log: { debug: say, info: say, warn: say, error: say },
    });
    return said;
  };

  it("says nothing where all fits, and ends where the money would go astray, naming the variable", async () => {
    const { chain } = rig;
    expect([...(await check()).keys()]).toEqual([]);
    await expect(check({ RAFFLE_ADDRESS: chain.usdc.address })).rejects.toThrow(/^RAFFLE_ADDRESS: the code/);
    await expect(check({ TILL_ADDRESS: chain.usdc.address })).rejects.toThrow(/^TILL_ADDRESS: the code/);
    await expect(check({ USDC_ADDRESS: chain.raffle.address })).rejects.toThrow(
      /^USDC_ADDRESS: .*no decimals/,
    );
    const poor = await chain.raffleWith({ tokens: [chain.usdt.address] });
    await expect(check({ RAFFLE_ADDRESS: poor.address })).rejects.toThrow(/^USDC_ADDRESS: .*not accept/);
    const silent = await check({ CHAIN_RPC_URL: "http://127.0.0.1:1" });
    expect([...silent.keys()]).toContain(
      "could not check the raffle contract; it is used as it is configured",
    );
  });

  it("names the transaction that is missing", async () => {
    const { chain } = rig;
    const key = new VrfKey(0x12n);
    const { coordinator } = chain;
    const lane = [key.publicKey, 500n * 10n ** 9n];
    await chain.write(coordinator, "registerProvingKey", lane, { from: chain.owner });
    const strange = await chain.raffleWith({ keyHash: key.hash });
    await chain.write(coordinator, "deregisterProvingKey", [key.publicKey], { from: chain.owner });
    await chain.write(strange, "setOperator", [chain.stranger], { from: chain.owner });
    const owner = { from: chain.owner };
    await chain.write(chain.coordinator, "removeConsumer", [chain.subscriptionId, strange.address], owner);
    const said = await check({ RAFFLE_ADDRESS: strange.address });
    expect(said.get("the signer is not the raffle contract's operator")?.transaction).toBe(
      `setOperator(${chain.operator.toLowerCase()})`,
    );
    expect(said.get("the VRF coordinator does not know the raffle contract's key hash")?.transaction).toBe(
      "setRandomness",
    );
    expect(said.get("the raffle contract is not a consumer of its VRF subscription")?.transaction).toBe(
      `addConsumer(subscription, ${strange.address.toLowerCase()})`,
    );
  });

  it("shows what the signer and the subscription have, and the calls that wait", async () => {
    const { service, chain } = rig;
    const answer = rig.create();
    expect((await answer).status).toBe(502);
    await service.wiring.get(RaffleGauges).look();
    const { text } = await service.call("GET", "/metrics");
    const value = (name: string) =>
      Number(
        text
          .split("\n")
          .find((line) => line.startsWith(`${name} `))!
          .split(" ")[1],
      );
    expect(value("chain_signer_balance_wei")).toBe(
      Number(await chain.client.getBalance({ address: chain.operator })),
    );
    expect(value("chain_subscription_balance_wei")).toBe(10e18);
    expect(value('chain_calls{state="queued"}')).toBe(1);
    expect(value("chain_call_age_seconds")).toBeGreaterThan(0);
    const shown = text + service.logLines.join("");
    expect(shown).not.toContain(chain.operatorKey.slice(2));
    expect(shown).not.toContain(chain.url);
  });
});
