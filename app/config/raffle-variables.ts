import { z } from "zod";
import type { Hex } from "../../ports/chain.ts";
import type { RaffleSettings } from "../../ports/settings.ts";
import { checksummedWallet } from "../../src/buyers/account.ts";

const GWEI = 1_000_000_000n;
/** Order of secp256k1: a private key is below it. */
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

const address = z
  .string()
  .refine(
    (text) => checksummedWallet(text) !== null,
    "must be 0x followed by 40 hexadecimal digits, with a valid checksum",
  )
  .transform((text) => text.toLowerCase() as Hex);

/** The variables of lots on chain, as part of all. */
export const RAFFLE_VARIABLES = {
  RAFFLE_ADDRESS: {
    schema: address,
    help: "The raffle contract, on which competitions with `createOnChain` are created. Default: none, and such requests are answered 502.",
  },
  RAFFLE_FROM_BLOCK: {
    schema: z.coerce.number().int().min(0),
    help: "Block in which the raffle contract was deployed: what it logged is read from there. Required with RAFFLE_ADDRESS.",
  },
  TILL_ADDRESS: {
    schema: address,
    help: "The till contract, through which competitions off chain are paid in tokens. Works with RAFFLE_ADDRESS alone. Default: none, and sessions with `token` are answered 412.",
  },
  USDC_ADDRESS: {
    schema: address,
    help: "Contract of the token that partners name USDC, with 6 decimals and accepted by the raffle contract. Default: competitions on chain are not paid in it.",
  },
  USDT_ADDRESS: { schema: address, help: "The same for USDT." },
  DEMO_TREASURY_ADDRESS: {
    schema: address,
    help: "Treasury of the demo's organisation, which a start without DATABASE_URL creates. Default: the service's own account.",
  },
  CHAIN_SIGNER_KEY: {
    schema: z
      .string()
      .regex(/^(0x)?[0-9a-f]{64}$/i, "must be 64 hexadecimal digits")
      .transform((text) => text.replace(/^0x/, "").toLowerCase())
      .refine((text) => {
        const key = BigInt(`0x${text}`);
        return key > 0n && key < ORDER;
      }, "is not a private key of secp256k1"),
    secret: true as const,
    help: "Private key of the raffle contract's operator, which pays the gas of what the service sends. For development and tests: refused in production.",
  },
  CHAIN_SIGNER_KMS_KEY: {
    schema: z.string().min(1).max(2_048),
    help: "Instead of CHAIN_SIGNER_KEY: id or ARN of a key of AWS KMS, of type ECC_SECG_P256K1 for signing. Region, credentials and endpoint are AWS's own variables (AWS_REGION, AWS_ENDPOINT_URL_KMS and others).",
  },
  CHAIN_MAX_FEE_GWEI: {
    schema: z.coerce.number().min(0.000_001).max(1_000_000),
    fallback: "100",
    help: "Highest offer of the service for a unit of gas, in gwei. Above it transactions wait.",
  },
  CHAIN_BUMP_SEC: {
    schema: z.coerce.number().int().min(1).max(3_600),
    fallback: "30",
    help: "Seconds that a transaction waits for a block before it is replaced by one that offers an eighth more.",
  },
  CHAIN_WAIT_SEC: {
    schema: z.coerce.number().int().min(1).max(50),
    fallback: "25",
    help: "Seconds that a request waits for its transaction to be in a block.",
  },
};

interface Values {
  readonly CHAIN_RPC_URL: string | undefined;
  readonly RAFFLE_ADDRESS: Hex | undefined;
  readonly RAFFLE_FROM_BLOCK: number | undefined;
  readonly TILL_ADDRESS: Hex | undefined;
  readonly USDC_ADDRESS: Hex | undefined;
  readonly USDT_ADDRESS: Hex | undefined;
  readonly DEMO_TREASURY_ADDRESS: Hex | undefined;
  readonly CHAIN_SIGNER_KEY: string | undefined;
  readonly CHAIN_SIGNER_KMS_KEY: string | undefined;
}

/** Configuration of lots on chain. */
export interface RaffleConfig {
  /** Address in lower case. */
  readonly address: Hex;
  /** Address in lower case; null: there is not a till. */
  readonly till: Hex | null;
  /** Address in lower case; null: the service's own account. */
  readonly demoTreasury: Hex | null;
  readonly settings: RaffleSettings;
  /** The key's hex, or its name at AWS KMS. */
  readonly signer: { readonly privateKey: string } | { readonly kmsKey: string };
}

export function raffleOf(
  v: Values & {
    readonly CHAIN_MAX_FEE_GWEI: number;
    readonly CHAIN_BUMP_SEC: number;
    readonly CHAIN_WAIT_SEC: number;
  },
): RaffleConfig | null {
  const { RAFFLE_ADDRESS, RAFFLE_FROM_BLOCK, CHAIN_SIGNER_KEY, CHAIN_SIGNER_KMS_KEY } = v;
  if (RAFFLE_ADDRESS === undefined) return null;
  return {
    address: RAFFLE_ADDRESS,
    till: v.TILL_ADDRESS ?? null,
    demoTreasury: v.DEMO_TREASURY_ADDRESS ?? null,
    settings: {
      tokens: { USDC: v.USDC_ADDRESS ?? null, USDT: v.USDT_ADDRESS ?? null },
      fromBlock: RAFFLE_FROM_BLOCK!,
      maxFee: (BigInt(Math.round(v.CHAIN_MAX_FEE_GWEI * 1_000_000)) * GWEI) / 1_000_000n,
      bumpMs: v.CHAIN_BUMP_SEC * 1_000,
      waitMs: v.CHAIN_WAIT_SEC * 1_000,
    },
    signer:
      CHAIN_SIGNER_KMS_KEY === undefined
        ? { privateKey: CHAIN_SIGNER_KEY! }
        : { kmsKey: CHAIN_SIGNER_KMS_KEY },
  };
}

type Say = (broken: boolean, name: keyof Values, fault: string) => unknown;

/** Reports the faults of these variables that prevent a start. */
export function sayOfRaffle(v: Values, { production }: { readonly production: boolean }, say: Say): void {
  if (v.RAFFLE_ADDRESS === undefined) {
    const others = [
      "RAFFLE_FROM_BLOCK",
      "TILL_ADDRESS",
      "USDC_ADDRESS",
      "USDT_ADDRESS",
      "DEMO_TREASURY_ADDRESS",
      "CHAIN_SIGNER_KEY",
      "CHAIN_SIGNER_KMS_KEY",
    ] as const;
    for (const name of others) say(v[name] !== undefined, name, "has no effect without RAFFLE_ADDRESS");
    return;
  }
  say(v.CHAIN_RPC_URL === undefined, "RAFFLE_ADDRESS", "has no effect without CHAIN_RPC_URL");
  say(v.RAFFLE_FROM_BLOCK === undefined, "RAFFLE_FROM_BLOCK", "required with RAFFLE_ADDRESS");
  const hasToken = v.USDC_ADDRESS !== undefined || v.USDT_ADDRESS !== undefined;
  say(!hasToken, "USDC_ADDRESS", "required with RAFFLE_ADDRESS, or USDT_ADDRESS is");
  const isOne = v.USDC_ADDRESS !== undefined && v.USDC_ADDRESS === v.USDT_ADDRESS;
  say(isOne, "USDT_ADDRESS", "must be another contract than USDC_ADDRESS");
  const isRaw = v.CHAIN_SIGNER_KEY !== undefined;
  say(production && isRaw, "CHAIN_SIGNER_KEY", "must not be set in production: use CHAIN_SIGNER_KMS_KEY");
  const isKept = v.CHAIN_SIGNER_KMS_KEY !== undefined;
  say(isRaw && isKept, "CHAIN_SIGNER_KEY", "must not be set together with CHAIN_SIGNER_KMS_KEY");
  const missing = production ? "CHAIN_SIGNER_KMS_KEY" : "CHAIN_SIGNER_KEY";
  say(!isRaw && !isKept, missing, "required with RAFFLE_ADDRESS");
}
