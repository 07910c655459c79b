import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { PUBLISHED_KEY } from "../../adapters/chain/extended-key-addresses.ts";
import { ConfigurationError, readConfig, VARIABLES } from "../../app/config/config.ts";
import { ADMIN_TOKEN } from "../support/service/service.ts";
import { killProcesses, ServiceProcess } from "../support/service/service-process.ts";
import { CHAIN, COMPLETE, DEPOSITS, failedStart, NOBODY } from "../support/service/failed-start.ts";

/** BIP-32, test vector 2. */
const MASTER_PRIVATE =
  "xprv9s21ZrQH143K31xYSDQpPDxsXRTUcvj2iNHm5NUtrGiGG5e2DtALGdso3pGz6ssrdK4PFmM8NSpSBHNqPqm55Qn3LqFtT2emdEXVYsCzC2U";

const production: Readonly<Record<string, string>> = {
  ...COMPLETE,
  ...CHAIN,
  NODE_ENV: "production",
  BASE_URL: "https://raffle.example",
  ADMIN_BASE_URL: "https://admin.raffle.example",
  WEBHOOK_ALLOW_LOOPBACK: "false",
  SANDBOX: "false",
  SMTP_URL: "smtps://mail.example",
  MAIL_FROM: "raffles@shop.example",
};

/** Values that are invalid alone, with the start's message. */
const BAD: readonly (readonly [keyof typeof VARIABLES, string, RegExp])[] = [
  ["ROLE", "both", /must be one of all, api, worker/],
  ["PORT", "http", /must be a number/],
  ["PORT", "65536", /must be at most 65535$/],
  ["WORKER_PORT", "any", /must be a number/],
  ["DRAIN_DELAY_SEC", "61", /must be at most 60$/],
  ["BASE_URL", "ftp://raffle.example", /must be an http:\/\/ or https:\/\/ URL$/],
  ["EXPLORER_URL", "ftp://explorer.example", /must be an http:\/\/ or https:\/\/ URL/],
  ["EXPLORER_URL", "https://explorer.example/?a=1", /must not have user info, a query or a fragment/],
  ["BASE_URL", "https://user:pw@raffle.example", /must not have user info, a query or a fragment/],
  ["BASE_URL", "https://raffle.example/?a=1", /must not have user info, a query or a fragment/],
  ["ADMIN_BASE_URL", "ftp://raffle.example", /must be an http:\/\/ or https:\/\/ URL/],
  ["ADMIN_BASE_URL", "the console", /must be an http:\/\/ or https:\/\/ URL(?!.*; )/],
  ["ADMIN_BASE_URL", "https://raffle.example/console", /must have no path/],
  ["OPERATOR_NETWORKS", "192.0.2.0/24,here", /must be an IP address or a network such as 192.0.2.0\/24/],
  ["OPERATOR_NETWORKS", "192.0.2.0/33", /must be an IP address or a network such as 192.0.2.0\/24/],
  ["OIDC_ISSUER", "ldap://login.example", /must be an https:\/\/ URL/],
  ["OIDC_ISSUER", "http://login.example", /must be https/],
  ["OIDC_ISSUER", "https://login.example/?tenant=1", /must not have user info, a query or a fragment/],
  ["OIDC_NAME", " ", /must have at least 1 characters/],
  ["OIDC_ONLY", "yes", /must be one of true, false/],
  ["BASE_DOMAIN", "Raffle.Example", /must be a lower-case domain name/],
  ["BASE_DOMAIN", ".raffle.example", /must be a lower-case domain name/],
  ["BASE_DOMAIN", "raffle.example.", /must be a lower-case domain name/],
  ["BASE_DOMAIN", "raffle..example", /must be a lower-case domain name/],
  ["TRUST_PROXY", "-1", /must be at least 0$/],
  ["CELL", "-1", /must be at least 0$/],
  ["CELL", "36", /must be at most 35$/],
  ["DATABASE_URL", "mysql://localhost/raffle", /must be a postgres:\/\/ URL/],
  ["DATABASE_URL", "postgres://user:pa#ss@127.0.0.1:1/name", /must be a postgres:\/\/ URL(?!.*; )/],
  ["DATABASE_URL", "postgres://user:100%@127.0.0.1:1/name", /a % that is not a valid escape: write %25/],
  ["DATABASE_DIRECT_URL", "postgres://a%@127.0.0.1:1/name", /a % that is not a valid escape: write %25/],
  ["DATABASE_DIRECT_URL", "localhost:5432", /must be a postgres:\/\/ URL/],
  ["DATABASE_READ_URL", "localhost:5433", /must be a postgres:\/\/ URL/],
  ["READ_MAX_AGE_SEC", "1", /must be at least 2$/],
  ["DATABASE_POOL_SIZE", "0", /must be at least 1$/],
  ["MIGRATION_WAIT_SEC", "0", /must be at least 1$/],
  ["SANDBOX", "yes", /must be one of true, false/],
  ["ADMIN_TOKEN", "fifteen-letters", /at least 16 characters/],
  ["ADMIN_TOKEN", "sixteen letters of it", /without spaces/],
  ["ADMIN_TOKEN", "sechzehn-Zeichen-ö", /printable ASCII/],
  ["ADMIN_TOKEN_PREVIOUS", "fifteen-letters", /at least 16 characters/],
  ["METRICS_TOKEN", "fifteen-letters", /at least 16 characters/],
  ["ENCRYPTION_KEY", "tooshort", /neither 64 hexadecimal nor 44 base64/],
  ["ENCRYPTION_KEY", "0".repeat(64), /is not random: all its bytes are equal/],
  ["ENCRYPTION_KEY", `0:${"12ab".repeat(16)},1:${"12ab".repeat(16)}`, /two ids have the same key/],
  ["SMTP_URL", "https://mail.example", /must be an smtp:\/\/ or smtps:\/\/ URL/],
  ["SMTP_URL", "smtp://mail.example/path", /nothing but user, password, port/],
  ["MAIL_FROM", "Acme <a@shop.example>", /must be one mail address, without a name/],
  ["SMTP_CONNECTIONS", "1", /must be at least 2$/],
  ["SMTP_PER_SEC", "0", /must be at least 1$/],
  ["CHAIN_RPC_URL", "wss://node.example", /must be an http:\/\/ or https:\/\/ URL/],
  ["CHAIN_RPC_URL_2", "node.example", /must be an http:\/\/ or https:\/\/ URL/],
  ["CHAIN_ID", "0", /must be at least 1$/],
  ["CHAIN_CONFIRMATIONS", "safe", /must be `finalized` or a number from 1 to 9999/],
  ["DRAW_BLOCKS_AHEAD", "0", /must be at least 1$/],
  ["DEPOSIT_XPUB", "xpub", /must be a BIP-32 extended public key/],
  ["DEPOSIT_XPUB", MASTER_PRIVATE, /is a private key, which must never be here/],
  ["DEPOSIT_TOKEN_ADDRESS", "0x12", /must be 0x followed by 40 hexadecimal digits/],
  ["DEPOSIT_TOKEN_ADDRESS", `0xA${"a".repeat(39)}`, /with a valid checksum/],
  ["DEPOSIT_TOKEN_SYMBOL", "US D", /must be 1 to 16 printable/],
  ["DEPOSIT_TOKEN_DECIMALS", "1", /must be at least 2$/],
  ["DEPOSIT_TOKEN_DECIMALS", "31", /must be at most 30$/],
  ["TILL_ADDRESS", "0x12", /with a valid checksum/],
  ["RAFFLE_ADDRESS", `0xA${"a".repeat(39)}`, /with a valid checksum/],
  ["RAFFLE_FROM_BLOCK", "-1", /must be at least 0$/],
  ["USDC_ADDRESS", "USDC", /must be 0x followed by 40 hexadecimal digits/],
  ["USDT_ADDRESS", "0x12", /must be 0x followed by 40 hexadecimal digits/],
  ["DEMO_TREASURY_ADDRESS", "0x12", /must be 0x followed by 40 hexadecimal digits/],
  ["CHAIN_SIGNER_KEY", "12ab", /must be 64 hexadecimal digits/],
  ["CHAIN_MAX_FEE_GWEI", "0", /must be at least 0\.000001$/],
  ["CHAIN_BUMP_SEC", "0", /must be at least 1$/],
  ["CHAIN_WAIT_SEC", "51", /must be at most 50$/],
  ["RAIL_CALLS_AT_ONCE", "1", /must be at least 2$/],
  ["FAILED_AUTH_PER_MINUTE", "many", /must be a number/],
  ["PUBLIC_REQUESTS_PER_MINUTE", "0", /must be at least 1$/],
  ["HOSTED_ORDERS_PER_10_MIN", "0", /must be at least 1$/],
  ["HOSTED_SIGN_INS_PER_HOUR", "0", /must be at least 1$/],
  ["WEBHOOK_ALLOW_LOOPBACK", "yes", /must be one of true, false/],
  ["LOG_LEVEL", "loud", /must be one of fatal, error/],
];

/** Invalid combinations. */
const REFUSED: readonly (readonly [string, Record<string, string>, string])[] = [
  [
    "the embedded database in production",
    { ...CHAIN, NODE_ENV: "production", BASE_URL: "https://raffle.example" },
    "DATABASE_URL: required in production",
  ],
  [
    "no admin token with a database",
    { ...COMPLETE, ADMIN_TOKEN: "" },
    "ADMIN_TOKEN: required with DATABASE_URL",
  ],
  [
    "no encryption key with a database",
    { ...COMPLETE, ENCRYPTION_KEY: "" },
    "ENCRYPTION_KEY: required with DATABASE_URL",
  ],
  [
    "a worker without a database",
    { ROLE: "worker" },
    "ROLE: must be all without DATABASE_URL: api and worker need a database that they share",
  ],
  [
    "webhooks to loopback in production",
    { ...production, WEBHOOK_ALLOW_LOOPBACK: "true" },
    "WEBHOOK_ALLOW_LOOPBACK: must not be true in production",
  ],
  ["no public address in production", { ...production, BASE_URL: "" }, "BASE_URL: required in production"],
  [
    "the simulated chain in production",
    { ...production, CHAIN_RPC_URL: "", CHAIN_ID: "" },
    "CHAIN_RPC_URL: required in production",
  ],
  [
    "a node of an unnamed chain",
    { ...COMPLETE, CHAIN_RPC_URL: "http://127.0.0.1:1" },
    "CHAIN_ID: required with CHAIN_RPC_URL",
  ],
  ["a chain without a node", { ...COMPLETE, CHAIN_ID: "1" }, "CHAIN_ID: has no effect without CHAIN_RPC_URL"],
  [
    "a second node without a first",
    { ...COMPLETE, CHAIN_RPC_URL_2: "http://127.0.0.1:1" },
    "CHAIN_RPC_URL_2: has no effect without CHAIN_RPC_URL",
  ],
  [
    "a deposit key without a token on a real chain",
    { ...COMPLETE, ...CHAIN, DEPOSIT_XPUB: PUBLISHED_KEY },
    "DEPOSIT_TOKEN_ADDRESS: required with DEPOSIT_XPUB",
  ],
  [
    "a deposit token without a key on a real chain",
    { ...COMPLETE, ...CHAIN, DEPOSIT_TOKEN_ADDRESS: `0x${"70".repeat(20)}` },
    "DEPOSIT_XPUB: required with DEPOSIT_TOKEN_ADDRESS",
  ],
  [
    "deposits to everybody's key in production",
    { ...production, ...DEPOSITS },
    "DEPOSIT_XPUB: is published together with its private keys: use one of your own",
  ],
  ...[CHAIN.CHAIN_RPC_URL, `${CHAIN.CHAIN_RPC_URL}/`, CHAIN.CHAIN_RPC_URL.toUpperCase()].map(
    (second): (typeof REFUSED)[number] => [
      `one node for two, as ${second}`,
      { ...COMPLETE, ...CHAIN, CHAIN_RPC_URL_2: second },
      "CHAIN_RPC_URL_2: must be a different node from CHAIN_RPC_URL",
    ],
  ),
  [
    "the sandbox in production",
    { ...production, SANDBOX: "true" },
    "SANDBOX: must not be true in production",
  ],
  [
    "a public address without TLS in production",
    { ...production, BASE_URL: "http://raffle.example" },
    "BASE_URL: must be https in production",
  ],
  [
    "a console on plain http in production",
    { ...production, ADMIN_BASE_URL: "http://admin.raffle.example" },
    "ADMIN_BASE_URL: must be https in production",
  ],
  ...["localhost", "shop.localhost", "127.0.0.1:3000", "[::1]", "0.0.0.0"].map(
    (host): (typeof REFUSED)[number] => [
      `${host} as the public address in production`,
      { ...production, BASE_URL: `https://${host}` },
      "BASE_URL: is a loopback address, which buyers and providers cannot reach",
    ],
  ),
  [
    "a former admin token without a present one",
    { ADMIN_TOKEN_PREVIOUS: "sixteen-characters" },
    "ADMIN_TOKEN_PREVIOUS: has no effect without ADMIN_TOKEN",
  ],
  [
    "one admin token for two",
    { ...COMPLETE, ADMIN_TOKEN_PREVIOUS: COMPLETE.ADMIN_TOKEN! },
    "ADMIN_TOKEN_PREVIOUS: must differ from ADMIN_TOKEN",
  ],
  [
    "the database's password as the admin token",
    { ...COMPLETE, ADMIN_TOKEN: "secret-password-1", DATABASE_URL: NOBODY.replace("word", "word-1") },
    "ADMIN_TOKEN: must differ from DATABASE_URL",
  ],
  [
    "the admin token as the encryption key",
    { ...COMPLETE, ADMIN_TOKEN: COMPLETE.ENCRYPTION_KEY! },
    "ENCRYPTION_KEY: must differ from ADMIN_TOKEN",
  ],
  [
    "a database password without a database",
    { DATABASE_PASSWORD: "secret" },
    "DATABASE_PASSWORD: has no effect without DATABASE_URL",
  ],
  [
    "a database password beside another",
    { ...COMPLETE, DATABASE_PASSWORD: "secret" },
    "DATABASE_PASSWORD: must not be set when the URL already contains a password",
  ],
  [
    "a standby without a database",
    { DATABASE_READ_URL: NOBODY },
    "DATABASE_READ_URL: has no effect without DATABASE_URL",
  ],
  [
    "the primary as its own standby",
    { ...COMPLETE, DATABASE_READ_URL: NOBODY },
    "DATABASE_READ_URL: is the primary's address: name a standby, or nothing",
  ],
  [
    "a database password of nobody",
    { ...COMPLETE, DATABASE_URL: "postgres://127.0.0.1:1/nothing", DATABASE_PASSWORD: "secret" },
    "DATABASE_PASSWORD: requires a user in the URL: postgres://user@host/name",
  ],
];

const folder = mkdtempSync(join(tmpdir(), "secrets-"));

afterAll(async () => {
  await killProcesses();
  rmSync(folder, { recursive: true });
});

describe("the configuration", () => {
  it("is printed by --help, every variable of it", async () => {
    const service = new ServiceProcess({ command: [process.execPath, "app/main.ts", "--help"] });
    expect(await service.exited).toEqual({ code: 0, signal: null });
    const printed = [...service.output.matchAll(/^ {2}([A-Z0-9_]+)(?:=(.*))?$/gm)];
    expect(printed.map(([, name, value]) => [name, value])).toEqual(
      Object.entries(VARIABLES).map(([name, variable]) => [
        name,
        "fallback" in variable ? variable.fallback : undefined,
      ]),
    );
  });

  it.each(BAD)("refuses %s=%s, and names it alone", (name, value, reason) => {
    const faults = () => readConfig({ ...COMPLETE, [name]: value });
    expect(faults).toThrow(ConfigurationError);
    expect(faults).toThrow(new RegExp(`^${name}: .*${reason.source}.*$`));
  });

  it("has a bad value in that table for all but free text", () => {
    const shown = new Set(BAD.map(([name]) => name));
    const others = Object.keys(VARIABLES).filter((name) => !shown.has(name as keyof typeof VARIABLES));
    expect(others.join(" ")).toBe(
      "NODE_ENV HOST OIDC_CLIENT_ID OIDC_CLIENT_SECRET DATABASE_PASSWORD DATA_DIR CHAIN_SIGNER_KMS_KEY RAIL_MODULES",
    );
  });

  it.each(REFUSED)("refuses %s", (_what, environment, sentence) => {
    expect(() => readConfig(environment)).toThrow(new ConfigurationError(sentence));
  });

  it("reads secrets from files, without the line break at their end", () => {
    const file = (text: string) => {
      const path = join(folder, randomUUID());
      writeFileSync(path, text);
      return path;
    };
    const { ADMIN_TOKEN: _, ENCRYPTION_KEY: __, ...rest } = COMPLETE;
    const config = readConfig({
      ...rest,
      ADMIN_TOKEN_FILE: file("token-of-a-file-1234\n"),
      ENCRYPTION_KEY_FILE: file(`${COMPLETE.ENCRYPTION_KEY}\r\n`),
      DATABASE_URL: "postgres://user@127.0.0.1:1/name",
      DATABASE_PASSWORD_FILE: file("a/b#c?d@e:f%41 \n"),
    });
    expect(config.adminToken).toBe("token-of-a-file-1234");
    expect(config.encryptionKey).toBe(COMPLETE.ENCRYPTION_KEY);
    expect(decodeURIComponent(new URL(config.databaseUrl!).password)).toBe("a/b#c?d@e:f%41 ");
    expect(config.warnings.join()).not.toContain("did you mean");

    const faults = (more: Record<string, string>) => () => readConfig({ ...rest, ...more });
    const key = { ENCRYPTION_KEY: COMPLETE.ENCRYPTION_KEY! };
    expect(faults({ ...key, ADMIN_TOKEN_FILE: "/nowhere" })).toThrow(
      new ConfigurationError("ADMIN_TOKEN_FILE: /nowhere cannot be read (ENOENT)"),
    );
    const empty = file("\n");
    expect(faults({ ...key, ADMIN_TOKEN_FILE: empty })).toThrow(
      new ConfigurationError(`ADMIN_TOKEN_FILE: ${empty} is empty`),
    );
    const both = { ADMIN_TOKEN: ADMIN_TOKEN, ADMIN_TOKEN_FILE: file("another-token-1234") };
    expect(faults({ ...key, ...both })).toThrow(
      new ConfigurationError("ADMIN_TOKEN_FILE: must not be set together with ADMIN_TOKEN"),
    );
  });

  it("warns of a database without production, of a local address, of one host for two nodes, of misspelt names", () => {
    const { SANDBOX: _, WEBHOOK_ALLOW_LOOPBACK: __, ...plain } = COMPLETE;
    expect(readConfig(plain).warnings).toEqual([
      expect.stringMatching(/^NODE_ENV is not production, though DATABASE_URL is set: draws use/),
      expect.stringMatching(/^SMTP_URL is not set: buyers get no mails/),
    ]);
    expect(readConfig(plain).sandbox).toBe(false);
    expect(readConfig({}).warnings).toEqual([]);
    expect(readConfig({}).sandbox).toBe(true);
    expect(readConfig(production).warnings).toEqual([]);
    const warnings = (more: Record<string, string>) => readConfig({ ...production, ...more }).warnings;
    for (const host of ["10.0.0.7", "192.168.1.1:8443", "raffle", "raffle.local", "[fd00::1]"])
      expect(warnings({ BASE_URL: `https://${host}` }), host).toEqual([
        expect.stringMatching(/^BASE_URL is in a local network/),
      ]);
    expect(warnings({ ADMIN_BASE_URL: "" })).toEqual([
      expect.stringMatching(/^ADMIN_BASE_URL is on the host of BASE_URL/),
    ]);
    expect(warnings({ CHAIN_RPC_URL_2: `${CHAIN.CHAIN_RPC_URL}/other-key` })).toEqual([
      expect.stringMatching(/^CHAIN_RPC_URL_2 is on the same host as CHAIN_RPC_URL/),
    ]);
    expect(warnings({ DATABASE_POOLSIZE: "50", DRAIN_DELEY_SEC: "5" })).toEqual([
      "DATABASE_POOLSIZE is not a known variable: did you mean DATABASE_POOL_SIZE?",
      "DRAIN_DELEY_SEC is not a known variable: did you mean DRAIN_DELAY_SEC?",
    ]);
    const { ADMIN_TOKEN: token, ...rest } = production;
    expect(() => readConfig({ ...rest, ADMIN_TOKN: token! })).toThrow(
      new ConfigurationError(
        "ADMIN_TOKEN: required with DATABASE_URL\nADMIN_TOKN is not a known variable: did you mean ADMIN_TOKEN?",
      ),
    );
  });

  it("takes deposits on the simulated chain by itself, on a real one only with a key and a token", () => {
    const token = { address: "0x7000000000000000000000000000000000000001", symbol: "USDC", decimals: 6 };
    expect(readConfig(COMPLETE).deposits).toEqual({ extendedPublicKey: PUBLISHED_KEY, token });
    expect(readConfig({ ...COMPLETE, ...CHAIN }).deposits).toBeNull();
    const real = {
      ...COMPLETE,
      ...CHAIN,
      ...DEPOSITS,
      DEPOSIT_TOKEN_SYMBOL: "EURe",
      DEPOSIT_TOKEN_DECIMALS: "18",
    };
    expect(readConfig(real).deposits).toEqual({
      extendedPublicKey: PUBLISHED_KEY,
      token: { address: DEPOSITS.DEPOSIT_TOKEN_ADDRESS, symbol: "EURe", decimals: 18 },
    });
  });

  it("that is bad stops the start with a line for each bad variable, and nothing else", async () => {
    const environment = Object.fromEntries(BAD.map(([name, value]) => [name, value]));
    const lines = (await failedStart(environment)).trimEnd().split("\n");
    expect(lines.map((line) => line.split(":")[0]).toSorted()).toEqual(Object.keys(environment).toSorted());
  });

  it("that turns out bad stops the start with a line that names the variable", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    const { port } = taken.address() as { port: number };
    try {
      const [inUse, foreign, file, nowhere, direct] = await Promise.all([
        failedStart({ PORT: String(port) }),
        failedStart({ HOST: "192.0.2.1" }),
        failedStart({ DATA_DIR: "/dev/null/data" }),
        failedStart(COMPLETE),
        failedStart({ ...COMPLETE, DATABASE_DIRECT_URL: NOBODY.replace("nothing", "other") }),
      ]);
      expect(inUse).toBe(`PORT: ${port} on 127.0.0.1 is in use\n`);
      expect(foreign).toBe("HOST: cannot listen on 192.0.2.1 (EADDRNOTAVAIL)\n");
      expect(file).toBe("DATA_DIR: /dev/null/data cannot be created (ENOTDIR)\n");
      expect(nowhere).toBe("DATABASE_URL: no connection: connect ECONNREFUSED 127.0.0.1:1\n");
      expect(direct).toBe("DATABASE_DIRECT_URL: no connection: connect ECONNREFUSED 127.0.0.1:1\n");
    } finally {
      taken.close();
    }
  });
});
