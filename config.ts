import { z } from "zod";
import { extendedPublicKey, PUBLISHED_KEY } from "./adapters/chain/extended-key-addresses.ts";
import { encryptionKeys } from "./adapters/system/aes-vault.ts";
import type { Hex } from "./ports/chain.ts";
import type { DepositToken } from "./src/draws/deposit.ts";
import { checksummedWallet } from "./src/organisations/account.ts";

/** The token that the simulated chain settles in: nothing is there, and nothing needs to be. */
const SIMULATED_TOKEN: Hex = "0x7000000000000000000000000000000000000001";
const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
const ROLES = ["all", "api", "worker"] as const;

const port = z.coerce.number().int().min(0).max(65_535);
const flag = z.enum(["true", "false"]).transform((value) => value === "true");
const rpcUrl = z.url({ protocol: /^https?$/, error: "must be an http:// or https:// URL" });
const postgresUrl = z.url({ protocol: /^postgres(ql)?$/, error: "must be a postgres:// URL" });

interface Variable {
  readonly schema: z.ZodType;
  /** Shown in the help; undefined: no default. */
  readonly fallback?: string;
  readonly help: string;
}

/** Every variable that the service reads. The help and docs/configuration.md are made from this. */
export const VARIABLES = {
  NODE_ENV: {
    schema: z.enum(["development", "test", "production"]),
    fallback: "development",
    help: "With `production`, embedded parts, sandbox rails, the simulated chain and missing secrets are refused.",
  },
  ROLE: {
    schema: z.enum(ROLES),
    fallback: "all",
    help: "`api` answers requests, `worker` runs jobs and sends webhooks, `all` does both.",
  },
  HOST: { schema: z.string().min(1), fallback: "127.0.0.1", help: "Address to listen on." },
  PORT: { schema: port, fallback: "3000", help: "Port to listen on. 0 takes a free one." },
  WORKER_PORT: {
    schema: port,
    help: "Port on which a `worker` answers /healthz, /readyz and /metrics. Default: none.",
  },
  DRAIN_DELAY_SEC: {
    schema: z.coerce.number().int().min(0).max(60),
    fallback: "0",
    help: "How long /readyz answers 503 after a SIGTERM before the port closes, so that load balancers look away first.",
  },
  BASE_URL: {
    schema: z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, "")),
    help: "Public address of the service. Default: http://HOST:PORT.",
  },
  BASE_DOMAIN: {
    schema: z.string().regex(/^[a-z0-9.-]+$/, "must be a lower-case domain name"),
    help: "Domain under which `<slug>.<BASE_DOMAIN>` serves one organisation. Default: no tenant hosts.",
  },
  TRUST_PROXY: {
    schema: z.coerce.number().int().min(0).max(10),
    fallback: "0",
    help: "How many proxies stand in front, whose X-Forwarded-For is believed.",
  },
  DATABASE_URL: {
    schema: postgresUrl,
    help: "PostgreSQL 15 or newer; may go through PgBouncer in transaction mode. Default: an embedded one in DATA_DIR.",
  },
  DATABASE_DIRECT_URL: {
    schema: postgresUrl,
    help: "The same database without a pooler, for migrations, LISTEN and the job queue. Default: DATABASE_URL.",
  },
  DATABASE_POOL_SIZE: {
    schema: z.coerce.number().int().min(1).max(200),
    fallback: "20",
    help: "Connections of one process at most.",
  },
  DATA_DIR: {
    schema: z.string().min(1),
    fallback: "./.data",
    help: "Folder of the embedded database and the demo's secrets. Used only without DATABASE_URL.",
  },
  ADMIN_TOKEN: {
    schema: z.string().min(16, "must have at least 16 characters"),
    help: "Bearer token of the operator interface. Required with DATABASE_URL; else made and kept in DATA_DIR.",
  },
  ENCRYPTION_KEY: {
    schema: z.string().superRefine((text, context) => {
      try {
        encryptionKeys(text);
      } catch (error) {
        context.addIssue({
          code: "custom",
          message: (error as Error).message.replace(/^ENCRYPTION_KEY: /, ""),
        });
      }
    }),
    help: "Key that secrets are encrypted with: 32 bytes as 64 hex or 44 base64 characters, or several as `id:key,id:key`, of which the first encrypts. Required with DATABASE_URL; else made and kept in DATA_DIR.",
  },
  CHAIN_RPC_URL: {
    schema: rpcUrl,
    help: "JSON-RPC address of a node of the chain that draws take their block hashes from. Required in production. Default: a simulated chain.",
  },
  CHAIN_RPC_URL_2: {
    schema: rpcUrl,
    help: "The same chain at somebody else's node: a block counts only where both name the same hash. Default: one node is believed.",
  },
  CHAIN_ID: {
    schema: z.coerce.number().int().min(1),
    help: "The chain's id, checked against the nodes at the start. Required with CHAIN_RPC_URL; the simulated chain's is 31337.",
  },
  CHAIN_CONFIRMATIONS: {
    schema: z
      .string()
      .regex(/^(finalized|[1-9]\d{0,3})$/, "must be `finalized` or a number from 1 to 9999")
      .transform((text) => (text === "finalized" ? text : Number(text))),
    fallback: "12",
    help: "How many blocks on top make a block final. `finalized`: what the node says is final (simulated: 64).",
  },
  DRAW_BLOCKS_AHEAD: {
    schema: z.coerce.number().int().min(1).max(1_000),
    fallback: "5",
    help: "How many blocks ahead of the newest one a draw commits to. More, where blocks come faster than a commitment can be written.",
  },
  DEPOSIT_XPUB: {
    schema: z.string().superRefine((text, context) => {
      try {
        extendedPublicKey(text);
      } catch (error) {
        context.addIssue({ code: "custom", message: (error as Error).message });
      }
    }),
    help: "Extended public key (xpub…) that each organisation's deposit address is derived from; see docs/deposits.md. Only with DEPOSIT_TOKEN_ADDRESS; a real chain without both takes no deposits. The simulated chain has a published test key.",
  },
  DEPOSIT_TOKEN_ADDRESS: {
    schema: z
      .string()
      .refine(
        (text) => checksummedWallet(text) !== null,
        "must be 0x and 40 hexadecimal digits, none mistyped",
      )
      .transform((text) => text.toLowerCase() as Hex),
    help: "Contract of the ERC-20 token that deposits are made in; one of it counts as one US dollar. Default on the simulated chain: 0x7000000000000000000000000000000000000001.",
  },
  DEPOSIT_TOKEN_SYMBOL: {
    schema: z.string().regex(/^[!-~]{1,16}$/, "must be 1 to 16 letters, digits or signs"),
    fallback: "USDC",
    help: "What partners are told that the token is called.",
  },
  DEPOSIT_TOKEN_DECIMALS: {
    schema: z.coerce.number().int().min(2).max(30),
    fallback: "6",
    help: "Decimals of the token, checked against its contract at the start.",
  },
  RAIL_CALLS_AT_ONCE: {
    schema: z.coerce.number().int().min(2).max(10_000),
    fallback: "512",
    help: "Calls to one organisation's account at a payment provider that one process has under way at most. One more is not sent: its buyer is told at once that the provider is not available. Half of them at most look something up, so selling never waits for that.",
  },
  FAILED_AUTH_PER_MINUTE: {
    schema: z.coerce.number().int().min(1).max(100_000),
    fallback: "60",
    help: "Missing and wrong keys that one client address may send in a minute before it is answered 429.",
  },
  WEBHOOK_ALLOW_LOOPBACK: {
    schema: flag,
    help: "`true` lets webhook endpoints be plain http on loopback, for development. Default: true with the embedded database, else false; refused in production.",
  },
  LOG_LEVEL: { schema: z.enum(LOG_LEVELS), fallback: "info", help: "Least severe level that is logged." },
} as const satisfies Record<string, Variable>;

type Name = keyof typeof VARIABLES;
type Output<N extends Name> = z.output<(typeof VARIABLES)[N]["schema"]>;
type WithFallback = { [N in Name]: (typeof VARIABLES)[N] extends { fallback: string } ? N : never }[Name];
type Values = { [N in WithFallback]: Output<N> } & {
  [N in Exclude<Name, WithFallback>]: Output<N> | undefined;
};

/** What the environment says, validated. */
export interface Config {
  readonly production: boolean;
  readonly role: (typeof ROLES)[number];
  readonly host: string;
  readonly port: number;
  /** null: a worker does not listen. */
  readonly workerPort: number | null;
  readonly drainDelayMs: number;
  /** null: http://host:port, known once the port is. */
  readonly baseUrl: string | null;
  readonly baseDomain: string | null;
  readonly trustProxy: number;
  /** null: embedded. */
  readonly databaseUrl: string | null;
  readonly databaseDirectUrl: string | null;
  readonly databasePoolSize: number;
  readonly dataDir: string;
  /** null only with the embedded database, which keeps its own. */
  readonly adminToken: string | null;
  readonly encryptionKey: string | null;
  /** null: simulated. */
  readonly chainRpcUrl: string | null;
  readonly chainSecondRpcUrl: string | null;
  /** null only with the simulated chain, which has its own. */
  readonly chainId: number | null;
  readonly chainConfirmations: number | "finalized";
  readonly drawBlocksAhead: number;
  /** null: no deposits are taken. */
  readonly deposits: { readonly extendedPublicKey: string; readonly token: DepositToken } | null;
  readonly railCallsAtOnce: number;
  readonly failedAuthPerMinute: number;
  readonly webhookAllowLoopback: boolean;
  readonly logLevel: (typeof LOG_LEVELS)[number];
}

/** The start cannot go on; the message names each variable and what is wrong with it. */
export class ConfigurationError extends Error {
  override readonly name = "ConfigurationError";
}

/** @throws ConfigurationError that names every bad variable */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const faults: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, variable] of Object.entries(VARIABLES) as [string, Variable][]) {
    const given = environment[name];
    const text = given === undefined || given === "" ? variable.fallback : given;
    if (text === undefined) continue;
    const result = variable.schema.safeParse(text);
    if (result.success) values[name] = result.data;
    else faults.push(`${name}: ${result.error.issues.map((issue) => issue.message).join("; ")}`);
  }
  const v = values as Values;
  const embedded = v.DATABASE_URL === undefined;
  const production = v.NODE_ENV === "production";
  const say = (broken: boolean, fault: string) => broken && faults.push(fault);
  const bad = (name: Name) => faults.some((fault) => fault.startsWith(`${name}:`));

  say(production && embedded && !bad("DATABASE_URL"), "DATABASE_URL: required in production");
  for (const name of ["ADMIN_TOKEN", "ENCRYPTION_KEY"] as const) {
    say(!embedded && v[name] === undefined && !bad(name), `${name}: required with DATABASE_URL`);
  }
  say(
    embedded && v.ROLE !== "all" && !bad("DATABASE_URL"),
    "ROLE: api and worker need a DATABASE_URL that they share",
  );
  const simulated = v.CHAIN_RPC_URL === undefined && !bad("CHAIN_RPC_URL");
  say(production && simulated, "CHAIN_RPC_URL: required in production");
  for (const name of ["CHAIN_ID", "CHAIN_RPC_URL_2"] as const) {
    say(simulated && v[name] !== undefined, `${name}: means nothing without CHAIN_RPC_URL`);
  }
  say(
    v.CHAIN_RPC_URL !== undefined && v.CHAIN_ID === undefined && !bad("CHAIN_ID"),
    "CHAIN_ID: required with CHAIN_RPC_URL",
  );
  say(
    v.CHAIN_RPC_URL !== undefined && v.CHAIN_RPC_URL_2 === v.CHAIN_RPC_URL,
    "CHAIN_RPC_URL_2: must be another node than CHAIN_RPC_URL",
  );
  for (const [name, other] of [
    ["DEPOSIT_XPUB", "DEPOSIT_TOKEN_ADDRESS"],
    ["DEPOSIT_TOKEN_ADDRESS", "DEPOSIT_XPUB"],
  ] as const) {
    const missing = !simulated && v[name] === undefined && v[other] !== undefined;
    say(missing && !bad(name), `${name}: required with ${other}`);
  }
  say(
    production && v.DEPOSIT_XPUB === PUBLISHED_KEY,
    "DEPOSIT_XPUB: everybody has the private keys of this one",
  );
  say(
    production && v.WEBHOOK_ALLOW_LOOPBACK === true,
    "WEBHOOK_ALLOW_LOOPBACK: must not be true in production",
  );
  say(production && v.BASE_URL === undefined && !bad("BASE_URL"), "BASE_URL: required in production");
  if (faults.length > 0) throw new ConfigurationError(faults.join("\n"));

  return {
    production,
    role: v.ROLE,
    host: v.HOST,
    port: v.PORT,
    workerPort: v.WORKER_PORT ?? null,
    drainDelayMs: v.DRAIN_DELAY_SEC * 1_000,
    baseUrl: v.BASE_URL ?? null,
    baseDomain: v.BASE_DOMAIN ?? null,
    trustProxy: v.TRUST_PROXY,
    databaseUrl: v.DATABASE_URL ?? null,
    databaseDirectUrl: v.DATABASE_DIRECT_URL ?? v.DATABASE_URL ?? null,
    databasePoolSize: v.DATABASE_POOL_SIZE,
    dataDir: v.DATA_DIR,
    adminToken: v.ADMIN_TOKEN ?? null,
    encryptionKey: v.ENCRYPTION_KEY ?? null,
    chainRpcUrl: v.CHAIN_RPC_URL ?? null,
    chainSecondRpcUrl: v.CHAIN_RPC_URL_2 ?? null,
    chainId: v.CHAIN_ID ?? null,
    chainConfirmations: v.CHAIN_CONFIRMATIONS,
    drawBlocksAhead: v.DRAW_BLOCKS_AHEAD,
    deposits: depositsOf(v, simulated),
    railCallsAtOnce: v.RAIL_CALLS_AT_ONCE,
    failedAuthPerMinute: v.FAILED_AUTH_PER_MINUTE,
    webhookAllowLoopback: v.WEBHOOK_ALLOW_LOOPBACK ?? (embedded && !production),
    logLevel: v.LOG_LEVEL,
  };
}

function depositsOf(v: Values, simulated: boolean): Config["deposits"] {
  const extendedPublicKey = v.DEPOSIT_XPUB ?? (simulated ? PUBLISHED_KEY : undefined);
  const address = v.DEPOSIT_TOKEN_ADDRESS ?? (simulated ? SIMULATED_TOKEN : undefined);
  if (extendedPublicKey === undefined || address === undefined) return null;
  const token = { address, symbol: v.DEPOSIT_TOKEN_SYMBOL, decimals: v.DEPOSIT_TOKEN_DECIMALS };
  return { extendedPublicKey, token };
}

/** What `npm start -- --help` prints. */
export function configHelp(): string {
  const lines = Object.entries(VARIABLES as Record<string, Variable>).map(([name, { fallback, help }]) => {
    const title = fallback === undefined ? name : `${name}=${fallback}`;
    return `  ${title}\n      ${help}`;
  });
  return `Usage: npm start\n\nConfigured by environment variables:\n\n${lines.join("\n")}\n`;
}
