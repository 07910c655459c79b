import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { createPublicClient, encodeFunctionData, http, type PublicClient } from "viem";
import { privateKeyToAddress } from "viem/accounts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { RAFFLE_ABI } from "../../adapters/chain/generated/raffle.ts";
import { TILL_ABI, TILL_RUNTIME_CODE } from "../../adapters/chain/generated/till.ts";
import type { Hex } from "../../ports/chain.ts";
import { receiptOf } from "../../tools/chain/receipt.ts";
import { compiledContracts } from "../support/chain/contracts.ts";
import { prepared } from "../support/opened.ts";
import { describe } from "../support/chain/on-anvil.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const run = promisify(execFile);

async function statusOf(client: PublicClient, hash: Hex): Promise<string> {
  return (await receiptOf(client, hash)).status;
}

describe("npm run chain", () => {
  let variables: Record<string, string>;
  let notes: string;
  const child = prepared(() =>
    spawn(process.execPath, ["tools/chain/start.ts", "--port", "0"], {
      cwd: ROOT,
      stdio: ["ignore", "pipe", "inherit"],
    }),
  );
  beforeAll(async () => {
    variables = {};
    notes = "";
    for await (const line of createInterface(child.stdout!)) {
      const [, name, value] = /^export (\w+)=(\S+)$/.exec(line) ?? [];
      if (name !== undefined) variables[name] = value!;
      else notes += `${line}\n`;
      if (line.includes("publicly known")) break;
    }
    child.stdout!.resume();
  });
  afterAll(async () => {
    if (child.exitCode !== null) return;
    child.kill("SIGTERM");
    await once(child, "exit");
  });

  const deployment = (options: Readonly<Record<string, string>>) => {
    const parameters = Object.entries(options).flatMap(([name, text]) => [`--${name}`, text]);
    return run(process.execPath, ["tools/chain/deploy.ts", ...parameters], { cwd: ROOT });
  };
  const noted = (name: string) => new RegExp(`^# ${name} +(0x\\w+)`, "m").exec(notes)![1] as Hex;
  const rpc = <T>(client: ReturnType<typeof clientAt>, method: string, params: readonly unknown[]) =>
    client.request({ method, params } as never) as Promise<T>;
  const clientAt = () => createPublicClient({ transport: http(variables.CHAIN_RPC_URL) });

  it("prints what a service is configured with, and answers a draw of what npm run chain:deploy deploys", async () => {
    expect(Object.keys(variables)).toEqual([
      "CHAIN_RPC_URL",
      "CHAIN_ID",
      "CHAIN_CONFIRMATIONS",
      "RAFFLE_ADDRESS",
      "RAFFLE_FROM_BLOCK",
      "TILL_ADDRESS",
      "USDC_ADDRESS",
      "USDT_ADDRESS",
      "DEMO_TREASURY_ADDRESS",
      "CHAIN_SIGNER_KEY",
    ]);
    expect(variables.DEMO_TREASURY_ADDRESS).toBe(noted("treasury"));
    expect(privateKeyToAddress(variables.CHAIN_SIGNER_KEY as Hex)).toBe(noted("operator"));
    const client = clientAt();
    const owner = noted("owner");
    const raffle = { address: variables.RAFFLE_ADDRESS as Hex, abi: RAFFLE_ABI };
    const [operator, coordinator, [subscriptionId, keyHash, confirmations]] = await Promise.all([
      client.readContract({ ...raffle, functionName: "operator" }),
      client.readContract({ ...raffle, functionName: "coordinator" }),
      client.readContract({ ...raffle, functionName: "randomness" }),
    ]);
    const till = { address: variables.TILL_ADDRESS as Hex, abi: TILL_ABI };
    for (const contract of [raffle, till]) {
      const roles = ["owner", "operator"] as const;
      for (const role of roles)
        expect(await client.readContract({ ...contract, functionName: role } as never)).toBe(noted(role));
    }
    const folder = await mkdtemp(join(tmpdir(), "chain-deploy-"));
    try {
      const { stdout } = await deployment({
        owner,
        operator,
        coordinator,
        "key-hash": keyHash,
        subscription: String(subscriptionId),
        confirmations: String(confirmations),
        tokens: `${variables.USDC_ADDRESS},${variables.USDT_ADDRESS}`,
        save: folder,
      });
      const plan = JSON.parse(stdout) as {
        variables: Record<string, Hex>;
        transactions: { to: Hex; data: Hex; purpose: string }[];
      };
      // The till is there already, at this very address.
      expect(plan.variables.TILL_ADDRESS).toBe(variables.TILL_ADDRESS);
      for (const { to, data, purpose } of plan.transactions) {
        if (purpose.includes("till")) continue;
        const hash = await rpc<Hex>(client, "eth_sendTransaction", [{ from: owner, to, data }]);
        expect(await statusOf(client, hash), purpose).toBe("success");
      }
      const deployed = { address: plan.variables.RAFFLE_ADDRESS!, abi: RAFFLE_ABI };
      expect(await client.readContract({ ...deployed, functionName: "operator" })).toBe(operator);
      expect(await client.readContract({ ...deployed, functionName: "owner" })).toBe(owner);
      const tillCode = await client.getCode({ address: plan.variables.TILL_ADDRESS! });
      expect(tillCode!.length).toBe(TILL_RUNTIME_CODE.length);
      const input = JSON.parse(await readFile(join(folder, "raffle.json"), "utf8"));
      expect(Object.keys(input.sources)).toContain("contracts/Raffle.sol");
      expect(input.settings).toMatchObject({ evmVersion: "cancun", optimizer: { enabled: true, runs: 200 } });
      await drawnOn(client, deployed.address, { owner, operator });
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it("refuses what cannot be deployed, and says which option is wrong", async () => {
    const owner = noted("owner");
    const other = noted("treasury");
    const fitting = {
      owner,
      operator: other,
      coordinator: noted("coordinator"),
      subscription: "1",
      "key-hash": `0x${"1".repeat(64)}`,
      tokens: variables.USDC_ADDRESS!,
    };
    const wrong: Record<string, string>[] = [
      { owner: other },
      { coordinator: `${owner.slice(0, -1)}${owner.endsWith("6") ? "7" : "6"}` },
      { tokens: `${variables.USDC_ADDRESS},${variables.USDC_ADDRESS}` },
      { confirmations: "2" },
    ];
    await Promise.all(
      wrong.map(async (more) => {
        const failed = await deployment({ ...fitting, ...more }).catch((error: unknown) => error);
        expect(failed, JSON.stringify(more)).toMatchObject({ code: 2 });
        expect(String((failed as { stderr: string }).stderr)).toContain(`--${Object.keys(more)[0]}`);
      }),
    );
  });

  it("npm run chain:buy buys what the contract sells, and says what it refuses, or how it is called", async () => {
    const client = clientAt();
    const raffle = variables.RAFFLE_ADDRESS as Hex;
    const operator = await client.readContract({
      address: raffle,
      abi: RAFFLE_ABI,
      functionName: "operator",
    });
    const now = Number((await client.getBlock()).timestamp);
    const times = { startAt: now, endAt: now + 3_600 };
    const treasury = noted("treasury");
    // A token that takes no second allowance while the first is not used up.
    const terms = { token: variables.USDT_ADDRESS as Hex, price: 5n, maxTickets: 9, treasury, ...times };
    const args = [77n, terms, times.endAt] as const;
    const data = encodeFunctionData({ abi: RAFFLE_ABI, functionName: "createLot", args });
    const hash = await rpc<Hex>(client, "eth_sendTransaction", [{ from: operator, to: raffle, data }]);
    expect(await statusOf(client, hash)).toBe("success");
    const buy = (...parameters: string[]) =>
      run(process.execPath, ["tools/chain/buy.ts", "--lot", ...parameters], {
        cwd: ROOT,
        env: { PATH: process.env.PATH, ...variables },
      }).catch((error: unknown) => error as { code: number; stderr: string; stdout: string });
    const sold = () =>
      client.readContract({ address: raffle, abi: RAFFLE_ABI, functionName: "sold", args: [77n] });
    const buyer = /^# buyers +(0x\w+)/m.exec(notes)![1]!;
    const bought = await buy("77", "--quantity", "3");
    expect(bought.stdout, bought.stderr).toContain(`${buyer} bought 3 of lot 77 for 15 units: 0x`);
    // After the receipt the transaction is in a block.
    expect(await sold()).toBe(3);
    const [refused, other, usage] = await Promise.all([
      buy("77", "--quantity", "9"),
      buy("77", "--quantity", "2", "--buyer", "2"),
      buy("0"),
    ]);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringMatching(/^refused: SoldOut\(\d\)/) });
    expect(other.stdout).toContain("bought 2 of lot 77");
    expect(usage).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("--lot 0 is not a whole number"),
    });
    expect(await sold()).toBe(5);
  });

  async function drawnOn(
    client: ReturnType<typeof clientAt>,
    raffle: Hex,
    { owner, operator }: { owner: Hex; operator: Hex },
  ): Promise<void> {
    const { Dollar } = await compiledContracts();
    const send = async (from: Hex, to: Hex, data: Hex) => {
      const hash = await rpc<Hex>(client, "eth_sendTransaction", [{ from, to, data }]);
      expect(await statusOf(client, hash)).toBe("success");
    };
    const call = (functionName: string, args: readonly unknown[]) =>
      encodeFunctionData({ abi: RAFFLE_ABI, functionName, args } as never);
    const token = variables.USDC_ADDRESS as Hex;
    const now = Number((await client.getBlock()).timestamp);
    const times = { startAt: now, endAt: now + 60 };
    const terms = { token, price: 5n, maxTickets: 9, treasury: noted("treasury"), ...times };
    await send(operator, raffle, call("createLot", [1n, terms, now + 60]));
    const approval = encodeFunctionData({ abi: Dollar!.abi, functionName: "approve", args: [raffle, 10n] });
    await send(owner, token, approval);
    await send(owner, raffle, call("buy", [1n, 2, 10n]));
    await rpc(client, "evm_setNextBlockTimestamp", [now + 60]);
    await send(operator, raffle, call("requestDraw", [1n]));
    const lot = () =>
      client.readContract({ address: raffle, abi: RAFFLE_ABI, functionName: "lots", args: [1n] });
    await expect.poll(async () => (await lot()).winner, { interval: 50 }).toBe(owner);
  }
});
