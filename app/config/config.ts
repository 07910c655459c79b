import { z } from "zod";
import { PUBLISHED_KEY } from "../../adapters/chain/extended-key-addresses.ts";
import { encryptionKeys } from "../../adapters/crypto/aes-vault.ts";
import type { Hex } from "../../ports/chain.ts";
import type { DepositToken } from "../../src/deposits/deposit.ts";
import { wordingOf } from "../../src/shared/input/wording.ts";
import { faultsTogether, warningsTogether, withPassword } from "./config-rules.ts";
import { fileVariable, misspelt, withFiles } from "./environment.ts";
import { CONSOLE_VARIABLES, type SignInConfig, signInOf } from "./console-variables.ts";
import { DEPOSIT_VARIABLES } from "./deposit-variables.ts";
import { RAFFLE_VARIABLES, type RaffleConfig, raffleOf } from "./raffle-variables.ts";
import { MAIL_VARIABLES, type MailServer, mailServerOf } from "./mail-server.ts";
import { postgresUrl, publicUrl, httpUrl } from "./urls.ts";

/** Token of the simulated chain's deposits: it needs no contract. */
const SIMULATED_TOKEN: Hex = "0x7000000000000000000000000000000000000001";
const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
const ROLES = ["all", "api", "worker"] as const;

const port = z.coerce.number().int().min(0).max(65_535);
const flag = z.enum(["true", "false"]).transform((value) => value === "true");
const bearerToken = z
  .string()
  .min(16, "must have at least 16 characters")
  .regex(/^[\x21-\x7e]*$/, "must consist of printable ASCII characters without spaces");

export interface Variable {
  readonly schema: z.ZodType;
  /** true: a file may hold it, `NAME_FILE`. */
  readonly secret?: true;
  /** Shown in the help; undefined: no default. */
  readonly fallback?: string;
  readonly help: string;
}

/** Every variable that the service reads. The help and docs/configuration.md are generated from it. */
export const VARIABLES = {
  NODE_ENV: {
    schema: z.enum(["development", "test", "production"]),
    fallback: "development",
    help: "With `production`, embedded parts, sandbox rails of live organisations, the simulated chain and missing secrets are refused.",
  },
  SANDBOX: {
    schema: flag,
    help: "`true` serves the simulated rails and their provider to all organisations, and the controls of the simulated chain and of the clock, for development and test systems. Default: true with the embedded database, else false; refused in production. Test organisations have the simulated rails without it.",
  },
  ROLE: {
    schema: z.enum(ROLES),
    fallback: "all",
    help: "`api` answers requests, `worker` runs jobs and sends webhooks, `all` does both.",
  },
  CELL: {
    schema: z.coerce.number().int().min(0).max(35),
    fallback: "0",
    help: "Number of the cell that this process serves, where organisations are spread over several databases: API keys, sessions and events name it. Never changed later: docs/scaling.md.",
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
    help: "Seconds that /readyz answers 503 after a SIGTERM before the port closes, so that load balancers stop routing here first.",
  },
  BASE_URL: {
    schema: publicUrl,
    help: "Public address of the service. Default: http://HOST:PORT.",
  },
  ...CONSOLE_VARIABLES,
  BASE_DOMAIN: {
    schema: z
      .string()
      .regex(
        /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/,
        "must be a lower-case domain name",
      ),
    help: "Domain under which `<slug>.<BASE_DOMAIN>` serves one organisation. Default: no tenant hosts.",
  },
  TRUST_PROXY: {
    schema: z.coerce.number().int().min(0).max(10),
    fallback: "0",
    help: "Number of proxies in front, whose X-Forwarded-For, or Forwarded where that is absent, and X-Forwarded-Host are believed. Limits count by the client's address: without the right number all clients are one.",
  },
  DATABASE_URL: {
    schema: postgresUrl,
    secret: true,
    help: "PostgreSQL 15 or newer; may go through PgBouncer in transaction mode. Default: an embedded one in DATA_DIR.",
  },
  DATABASE_DIRECT_URL: {
    schema: postgresUrl,
    secret: true,
    help: "The same database without a pooler, for migrations and LISTEN. Default: DATABASE_URL.",
  },
  DATABASE_READ_URL: {
    schema: postgresUrl,
    secret: true,
    help: "A standby of the same database, which answers lists, buyers' pages, public draws and what metrics count, where it knows enough; else the primary does. Never stock, never what decides. Default: none. See docs/operators/high-availability.md.",
  },
  READ_MAX_AGE_SEC: {
    schema: z.coerce.number().int().min(2).max(300),
    fallback: "5",
    help: "Highest age in seconds of the answers of DATABASE_READ_URL, for buyers' pages, public draws and metrics. Lists contain everything that was acknowledged before the request.",
  },
  DATABASE_PASSWORD: {
    schema: z.string(),
    secret: true,
    help: "Password of DATABASE_URL, DATABASE_DIRECT_URL and DATABASE_READ_URL where they have none, as it is: nothing in it is escaped.",
  },
  DATABASE_POOL_SIZE: {
    schema: z.coerce.number().int().min(1).max(200),
    fallback: "20",
    help: "Connections of one process at most.",
  },
  MIGRATION_WAIT_SEC: {
    schema: z.coerce.number().int().min(1).max(86_400),
    fallback: "600",
    help: "Seconds that a start which changes the database waits for other transactions, in all. Then it ends, and names the transactions.",
  },
  DATA_DIR: {
    schema: z.string().min(1),
    fallback: "./.data",
    help: "Folder of the embedded database and the demo's secrets. Used only without DATABASE_URL.",
  },
  ADMIN_TOKEN: {
    schema: bearerToken,
    secret: true,
    help: "Bearer token of the operator interface. Required with DATABASE_URL; else made and kept in DATA_DIR.",
  },
  ADMIN_TOKEN_PREVIOUS: {
    schema: bearerToken,
    secret: true,
    help: "The token before ADMIN_TOKEN, which counts as well while all who use it change over. Default: none.",
  },
  METRICS_TOKEN: {
    schema: bearerToken,
    secret: true,
    help: "Bearer token that /metrics asks for. Default: none; then it is open, but in production only ADMIN_TOKEN opens it.",
  },
  ENCRYPTION_KEY: {
    secret: true,
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
    schema: httpUrl,
    secret: true,
    help: "JSON-RPC address of a node of the chain that draws take their block hashes from. Required in production. Default: a simulated chain.",
  },
  CHAIN_RPC_URL_2: {
    schema: httpUrl,
    secret: true,
    help: "The same chain at another provider's node: a block counts only where both name the same hash. Default: one node is believed.",
  },
  CHAIN_ID: {
    schema: z.coerce.number().int().min(1),
    help: "The chain's id, checked against the nodes at the start. Required with CHAIN_RPC_URL; the simulated chain's is 31337.",
  },
  EXPLORER_URL: {
    schema: publicUrl,
    help: "Explorer of the chain, such as `https://etherscan.io`: results pages link to its `/block/<number>` and `/tx/<hash>`. Default: no links.",
  },
  CHAIN_CONFIRMATIONS: {
    schema: z
      .string()
      .regex(/^(finalized|[1-9]\d{0,3})$/, "must be `finalized` or a number from 1 to 9999")
      .transform((text) => (text === "finalized" ? text : Number(text))),
    fallback: "12",
    help: "Number of blocks on top that make a block final. `finalized`: the node decides (simulated: 64).",
  },
  DRAW_BLOCKS_AHEAD: {
    schema: z.coerce.number().int().min(1).max(1_000),
    fallback: "5",
    help: "Distance in blocks from the newest block to the one that a draw commits to. Use more if blocks come faster than a commitment can be written.",
  },
  ...DEPOSIT_VARIABLES,
  ...RAFFLE_VARIABLES,
  RAIL_CALLS_AT_ONCE: {
    schema: z.coerce.number().int().min(2).max(10_000),
    fallback: "512",
    help: "Calls to one organisation's account at a payment provider that one process has under way at most. One more is not sent: its buyer immediately gets `rail_unavailable`. Half of them at most look something up, so selling never waits for that.",
  },
  RAIL_MODULES: {
    schema: z.string().transform((text) => [...new Set(text.split(/[\s,]+/).filter(Boolean))]),
    help: "Rails from separate packages: names of packages that are installed next to the service, or paths, separated by commas. The default export of each makes its rails; see docs/adding-a-rail.md. Default: none.",
  },
  FAILED_AUTH_PER_MINUTE: {
    schema: z.coerce.number().int().min(1).max(100_000),
    fallback: "60",
    help: "Missing and wrong keys, and failed sign-ins at the console, that one client (an IPv4 address, an IPv6 /64) may send in a minute. Each of both counts for itself: beyond it every request with a key, or every sign-in, is answered 429, until the budget has refilled. For the operator's token, and for /metrics, a tenth of it.",
  },
  PUBLIC_REQUESTS_PER_MINUTE: {
    schema: z.coerce.number().int().min(1).max(100_000),
    fallback: "120",
    help: "Requests without a key, below /embed, that one client (an IPv4 address, an IPv6 /64) may make in a minute of each process; share images count for themselves, and a draw file counts one more for each 10,000 entries. Beyond it they are answered 429, until the budget has refilled.",
  },
  HOSTED_ORDERS_PER_10_MIN: {
    schema: z.coerce.number().int().min(1).max(100_000),
    fallback: "10",
    help: "Orders that one client (an IPv4 address, an IPv6 /64) may begin in ten minutes at one organisation on the service's own pages; partners' keys have separate budgets. Raise it where many buyers share an address.",
  },
  HOSTED_SIGN_INS_PER_HOUR: {
    schema: z.coerce.number().int().min(1).max(100_000),
    fallback: "20",
    help: "Sign-ins, by mail or wallet, that one client (an IPv4 address, an IPv6 /64) may begin in an hour at one organisation without finishing them: who signs in gives the start back. Raise it where many buyers share an address.",
  },
  WEBHOOK_ALLOW_LOOPBACK: {
    schema: flag,
    help: "`true` lets webhook endpoints be plain http on loopback, for development. Default: true with the embedded database, else false; refused in production.",
  },
  ...MAIL_VARIABLES,
  LOG_LEVEL: { schema: z.enum(LOG_LEVELS), fallback: "info", help: "Least severe level that is logged." },
} as const satisfies Record<string, Variable>;

type Name = keyof typeof VARIABLES;
type Output<N extends Name> = z.output<(typeof VARIABLES)[N]["schema"]>;
type WithFallback = { [N in Name]: (typeof VARIABLES)[N] extends { fallback: string } ? N : never }[Name];
type Values = { [N in WithFallback]: Output<N> } & {
  [N in Exclude<Name, WithFallback>]: Output<N> | undefined;
};

export interface Config {
  /** Settings that are allowed and probably not meant: a sentence each, for the log. */
  readonly warnings: readonly string[];
  readonly production: boolean;
  /** true: the simulated rails and the controls of the simulated chain are served. */
  readonly sandbox: boolean;
  readonly role: (typeof ROLES)[number];
  readonly cell: number;
  readonly host: string;
  readonly port: number;
  /** null: a worker does not listen. */
  readonly workerPort: number | null;
  readonly drainDelayMs: number;
  /** null: http://host:port, which is known after listening. */
  readonly baseUrl: string | null;
  readonly adminBaseUrl: string | null;
  readonly signIn: SignInConfig;
  readonly baseDomain: string | null;
  readonly trustProxy: number;
  /** null: embedded. */
  readonly databaseUrl: string | null;
  readonly databaseDirectUrl: string | null;
  /** null: the primary answers everything. */
  readonly standby: { readonly url: string; readonly maxAgeMs: number } | null;
  readonly databasePoolSize: number;
  readonly migrationWaitMs: number;
  readonly dataDir: string;
  /** null only with the embedded database, which has a stored one. */
  readonly adminToken: string | null;
  /** null: only the present one is valid. */
  readonly previousAdminToken: string | null;
  /** null: it is not set. */
  readonly metricsToken: string | null;
  readonly encryptionKey: string | null;
  /** null: simulated. */
  readonly chainRpcUrl: string | null;
  readonly chainSecondRpcUrl: string | null;
  /** null only with the simulated chain, which has a fixed one. */
  readonly chainId: number | null;
  /** Address without a slash at the end; null: unknown. */
  readonly explorerUrl: string | null;
  readonly chainConfirmations: number | "finalized";
  readonly drawBlocksAhead: number;
  /** null: deposits are not accepted. */
  readonly deposits: { readonly extendedPublicKey: string; readonly token: DepositToken } | null;
  /** null: lots are not created on chain. */
  readonly raffle: RaffleConfig | null;
  readonly railCallsAtOnce: number;
  readonly railModules: readonly string[];
  readonly failedAuthPerMinute: number;
  readonly publicRequestsPerMinute: number;
  readonly hostedOrdersPer10Min: number;
  readonly hostedSignInsPerHour: number;
  readonly webhookAllowLoopback: boolean;
  /** null: mails go to the mailbox of the sandbox, or nowhere. */
  readonly mailServer: MailServer | null;
  readonly logLevel: (typeof LOG_LEVELS)[number];
}

/** A configuration that prevents the start; the message names each variable and its fault. */
export class ConfigurationError extends Error {
  override readonly name = "ConfigurationError";
}

/** Variables that may be given as a file. */
export const SECRETS: readonly Name[] = (Object.entries(VARIABLES) as [Name, Variable][])
  .filter(([, { secret }]) => secret)
  .map(([name]) => name);

const NAMES: readonly string[] = [...Object.keys(VARIABLES), ...SECRETS.map(fileVariable)];

/** @throws ConfigurationError that names every bad variable */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const { values: texts, faults: unread } = withFiles(environment, SECRETS);
  const faults = [...unread];
  const bad = new Set<string>(unread.map((fault) => fault.replace(/_FILE:.*$/s, "")));
  const values: Record<string, unknown> = {};
  for (const [name, variable] of Object.entries(VARIABLES) as [string, Variable][]) {
    const text = texts[name] === undefined || texts[name] === "" ? variable.fallback : texts[name];
    if (text === undefined) continue;
    const result = variable.schema.safeParse(text, { error: wordingOf });
    if (result.success) values[name] = result.data;
    else {
      bad.add(name);
      faults.push(`${name}: ${result.error.issues.map((issue) => issue.message).join("; ")}`);
    }
  }
  const v = values as Values;
  const production = v.NODE_ENV === "production";
  const embedded = v.DATABASE_URL === undefined && !bad.has("DATABASE_URL");
  const simulated = v.CHAIN_RPC_URL === undefined && !bad.has("CHAIN_RPC_URL");
  const setting = { production, embedded, simulated };
  for (const { name, fault } of faultsTogether(v, setting))
    if (!bad.has(name)) faults.push(`${name}: ${fault}`);
  const strange = misspelt(environment, NAMES).map(
    ({ variable, meant }) => `${variable} is not a known variable: did you mean ${meant}?`,
  );
  if (faults.length > 0) throw new ConfigurationError([...faults, ...strange].join("\n"));

  return {
    warnings: [...warningsTogether(v, setting), ...strange],
    production,
    sandbox: v.SANDBOX ?? embedded,
    role: v.ROLE,
    cell: v.CELL,
    host: v.HOST,
    port: v.PORT,
    workerPort: v.WORKER_PORT ?? null,
    drainDelayMs: v.DRAIN_DELAY_SEC * 1_000,
    baseUrl: v.BASE_URL ?? null,
    adminBaseUrl: v.ADMIN_BASE_URL ?? null,
    signIn: signInOf(v),
    baseDomain: v.BASE_DOMAIN ?? null,
    trustProxy: v.TRUST_PROXY,
    databaseUrl: urlOf(v.DATABASE_URL, v),
    databaseDirectUrl: urlOf(v.DATABASE_DIRECT_URL ?? v.DATABASE_URL, v),
    standby: standbyOf(v),
    databasePoolSize: v.DATABASE_POOL_SIZE,
    migrationWaitMs: v.MIGRATION_WAIT_SEC * 1_000,
    dataDir: v.DATA_DIR,
    adminToken: v.ADMIN_TOKEN ?? null,
    previousAdminToken: v.ADMIN_TOKEN_PREVIOUS ?? null,
    metricsToken: v.METRICS_TOKEN ?? null,
    encryptionKey: v.ENCRYPTION_KEY ?? null,
    chainRpcUrl: v.CHAIN_RPC_URL ?? null,
    chainSecondRpcUrl: v.CHAIN_RPC_URL_2 ?? null,
    chainId: v.CHAIN_ID ?? null,
    explorerUrl: v.EXPLORER_URL ?? null,
    chainConfirmations: v.CHAIN_CONFIRMATIONS,
    drawBlocksAhead: v.DRAW_BLOCKS_AHEAD,
    deposits: depositsOf(v, simulated),
    raffle: raffleOf(v),
    railModules: v.RAIL_MODULES ?? [],
    ...limitsOf(v),
    webhookAllowLoopback: v.WEBHOOK_ALLOW_LOOPBACK ?? (embedded && !production),
    mailServer: mailServerOf(v),
    logLevel: v.LOG_LEVEL,
  };
}

function limitsOf(v: Values) {
  return {
    railCallsAtOnce: v.RAIL_CALLS_AT_ONCE,
    failedAuthPerMinute: v.FAILED_AUTH_PER_MINUTE,
    publicRequestsPerMinute: v.PUBLIC_REQUESTS_PER_MINUTE,
    hostedOrdersPer10Min: v.HOSTED_ORDERS_PER_10_MIN,
    hostedSignInsPerHour: v.HOSTED_SIGN_INS_PER_HOUR,
  };
}

function urlOf(url: string | undefined, { DATABASE_PASSWORD: password }: Values): string | null {
  return url === undefined ? null : withPassword(url, password);
}

function standbyOf(v: Values): Config["standby"] {
  const url = urlOf(v.DATABASE_READ_URL, v);
  return url === null ? null : { url, maxAgeMs: v.READ_MAX_AGE_SEC * 1_000 };
}

function depositsOf(v: Values, simulated: boolean): Config["deposits"] {
  const extendedPublicKey = v.DEPOSIT_XPUB ?? (simulated ? PUBLISHED_KEY : undefined);
  const address = v.DEPOSIT_TOKEN_ADDRESS ?? (simulated ? SIMULATED_TOKEN : undefined);
  if (extendedPublicKey === undefined || address === undefined) return null;
  const token = { address, symbol: v.DEPOSIT_TOKEN_SYMBOL, decimals: v.DEPOSIT_TOKEN_DECIMALS };
  return { extendedPublicKey, token };
}
