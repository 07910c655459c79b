import { getAddress } from "viem";
import { expect, it } from "vitest";
import { readConfig } from "./config.ts";

const SIGNER = "12".repeat(32);
const DATABASE = {
  DATABASE_URL: "postgres://nobody@127.0.0.1:1/nothing",
  ADMIN_TOKEN: "token-of-the-operator",
  ENCRYPTION_KEY: "0123456789abcdef".repeat(4),
};
const RAFFLE = {
  ...DATABASE,
  CHAIN_RPC_URL: "https://node.example",
  CHAIN_ID: "1",
  RAFFLE_ADDRESS: `0x${"7a".repeat(20)}`,
  RAFFLE_FROM_BLOCK: "17",
  USDC_ADDRESS: `0x${"1b".repeat(20)}`,
  CHAIN_SIGNER_KEY: SIGNER,
  CHAIN_MAX_FEE_GWEI: "0.5",
  DEMO_TREASURY_ADDRESS: getAddress(`0x${"7d".repeat(20)}`),
};
const production = { NODE_ENV: "production", BASE_URL: "https://raffle.example" };

it("a raffle contract is what its variables say, in lower case and in wei", () => {
  expect(readConfig(RAFFLE).raffle).toEqual({
    address: RAFFLE.RAFFLE_ADDRESS,
    till: null,
    demoTreasury: `0x${"7d".repeat(20)}`,
    settings: {
      tokens: { USDC: RAFFLE.USDC_ADDRESS, USDT: null },
      fromBlock: 17,
      maxFee: 500_000_000n,
      bumpMs: 30_000,
      waitMs: 25_000,
    },
    signer: { privateKey: SIGNER },
  });
  expect(readConfig(DATABASE).raffle).toBeNull();
  const variables = {
    ...RAFFLE,
    ...production,
    CHAIN_SIGNER_KEY: "",
    CHAIN_SIGNER_KMS_KEY: "alias/operator",
  };
  expect(readConfig(variables).raffle?.signer).toEqual({ kmsKey: "alias/operator" });
});

it.each([
  [{ CHAIN_RPC_URL: "", CHAIN_ID: "" }, "RAFFLE_ADDRESS: has no effect without CHAIN_RPC_URL"],
  [{ RAFFLE_ADDRESS: "" }, "CHAIN_SIGNER_KEY: has no effect without RAFFLE_ADDRESS"],
  [{ RAFFLE_FROM_BLOCK: "" }, "RAFFLE_FROM_BLOCK: required with RAFFLE_ADDRESS"],
  [{ USDC_ADDRESS: "" }, "USDC_ADDRESS: required with RAFFLE_ADDRESS, or USDT_ADDRESS is"],
  [{ USDT_ADDRESS: RAFFLE.USDC_ADDRESS }, "USDT_ADDRESS: must be another contract than USDC_ADDRESS"],
  [{ CHAIN_SIGNER_KEY: "" }, "CHAIN_SIGNER_KEY: required with RAFFLE_ADDRESS"],
  [{ CHAIN_SIGNER_KEY: "f".repeat(64) }, "CHAIN_SIGNER_KEY: is not a private key of secp256k1"],
  [
    { CHAIN_SIGNER_KMS_KEY: "alias/operator" },
    "CHAIN_SIGNER_KEY: must not be set together with CHAIN_SIGNER_KMS_KEY",
  ],
  [production, "CHAIN_SIGNER_KEY: must not be set in production: use CHAIN_SIGNER_KMS_KEY"],
  [{ ADMIN_TOKEN: SIGNER }, "ADMIN_TOKEN: must differ from CHAIN_SIGNER_KEY"],
])("a start with %j is refused, and shows no key", (environment: Record<string, string>, fault) => {
  const start = () => readConfig({ ...RAFFLE, ...environment });
  expect(start).toThrow(fault);
  expect(start).not.toThrow(SIGNER);
});
