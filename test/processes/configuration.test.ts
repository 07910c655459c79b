import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PUBLISHED_KEY } from "../../adapters/chain/extended-key-addresses.ts";
import { ConfigurationError, readConfig, VARIABLES } from "../../config/config.ts";
import { ask } from "../support/builders/books.ts";
import { createDatabase, type TestDatabase } from "../support/database/database.ts";
import { Partner } from "../support/builders/partner.ts";
import { FakeNode } from "../support/chain/fake-node.ts";
import { killProcesses, onDatabase, ServiceProcess } from "../support/service/service-process.ts";
import { ADMIN_TOKEN, TestService } from "../support/service/service.ts";

const NOBODY = "postgres://nobody:secret-password@127.0.0.1:1/nothing";
const complete = onDatabase(NOBODY);
/** Nobody listens there: the service starts all the same, and draws wait. */
const CHAIN = { CHAIN_RPC_URL: "http://127.0.0.1:1", CHAIN_ID: "1" };

/** BIP-32, test vector 2. */
const MASTER_PRIVATE =
  "xprv9s21ZrQH143K31xYSDQpPDxsXRTUcvj2iNHm5NUtrGiGG5e2DtALGdso3pGz6ssrdK4PFmM8NSpSBHNqPqm55Qn3LqFtT2emdEXVYsCzC2U";

const production: Readonly<Record<string, string>> = {
  ...complete,
  ...CHAIN,
  NODE_ENV: "production",
  BASE_URL: "https://raffle.example",
  WEBHOOK_ALLOW_LOOPBACK: "false",
  SANDBOX: "false",
};

const DEPOSITS = { DEPOSIT_XPUB: PUBLISHED_KEY, DEPOSIT_TOKEN_ADDRESS: `0x${"70".repeat(20)}` };

/** What is wrong in itself, and with what sentence the start says so. */
const BAD: readonly (readonly [keyof typeof VARIABLES, string, RegExp])[] = [
  ["ROLE", "both", /expected one of "all"\|"api"\|"worker"/],
  ["PORT", "http", /expected number/],
  ["PORT", "65536", /<=65535/],
  ["WORKER_PORT", "any", /expected number/],
  ["DRAIN_DELAY_SEC", "61", /<=60/],
  ["BASE_URL", "ftp://raffle.example", /Invalid URL/],
  ["BASE_URL", "https://user:pw@raffle.example", /must not have user info, a query or a fragment/],
  ["BASE_URL", "https://raffle.example/?a=1", /must not have user info, a query or a fragment/],
  ["BASE_DOMAIN", "Raffle.Example", /must be a lower-case domain name/],
  ["BASE_DOMAIN", ".raffle.example", /must be a lower-case domain name/],
  ["BASE_DOMAIN", "raffle.example.", /must be a lower-case domain name/],
  ["BASE_DOMAIN", "raffle..example", /must be a lower-case domain name/],
  ["TRUST_PROXY", "-1", />=0/],
  ["DATABASE_URL", "mysql://localhost/raffle", /must be a postgres:\/\/ URL/],
  ["DATABASE_URL", "postgres://user:100%@127.0.0.1:1/name", /a % that is not a valid escape: write %25/],
  ["DATABASE_DIRECT_URL", "postgres://a%@127.0.0.1:1/name", /a % that is not a valid escape: write %25/],
  ["DATABASE_DIRECT_URL", "localhost:5432", /must be a postgres:\/\/ URL/],
  ["DATABASE_POOL_SIZE", "0", />=1/],
  ["SANDBOX", "yes", /expected one of "true"\|"false"/],
  ["ADMIN_TOKEN", "fifteen-letters", /at least 16 characters/],
  ["ADMIN_TOKEN", "sixteen letters of it", /without spaces/],
  ["ADMIN_TOKEN", "sechzehn-Zeichen-ö", /printable ASCII/],
  ["ADMIN_TOKEN_PREVIOUS", "fifteen-letters", /at least 16 characters/],
  ["METRICS_TOKEN", "fifteen-letters", /at least 16 characters/],
  ["ENCRYPTION_KEY", "tooshort", /neither 64 hexadecimal nor 44 base64/],
  ["ENCRYPTION_KEY", "0".repeat(64), /is not random: all its bytes are equal/],
  ["ENCRYPTION_KEY", `0:${"12ab".repeat(16)},1:${"12ab".repeat(16)}`, /two ids have the same key/],
  ["CHAIN_RPC_URL", "wss://node.example", /must be an http:\/\/ or https:\/\/ URL/],
  ["CHAIN_RPC_URL_2", "node.example", /must be an http:\/\/ or https:\/\/ URL/],
  ["CHAIN_ID", "0", />=1/],
  ["CHAIN_CONFIRMATIONS", "safe", /must be `finalized` or a number from 1 to 9999/],
  ["DRAW_BLOCKS_AHEAD", "0", />=1/],
  ["DEPOSIT_XPUB", "xpub", /must be a BIP-32 extended public key/],
  ["DEPOSIT_XPUB", MASTER_PRIVATE, /is a private key, which must never be here/],
  ["DEPOSIT_TOKEN_ADDRESS", "0x12", /must be 0x followed by 40 hexadecimal digits/],
  ["DEPOSIT_TOKEN_ADDRESS", `0xA${"a".repeat(39)}`, /with a valid checksum/],
  ["DEPOSIT_TOKEN_SYMBOL", "US D", /must be 1 to 16 printable/],
  ["DEPOSIT_TOKEN_DECIMALS", "1", />=2/],
  ["DEPOSIT_TOKEN_DECIMALS", "31", /<=30/],
  ["RAIL_CALLS_AT_ONCE", "1", />=2/],
  ["FAILED_AUTH_PER_MINUTE", "many", /expected number/],
  ["WEBHOOK_ALLOW_LOOPBACK", "yes", /expected one of "true"\|"false"/],
  ["LOG_LEVEL", "loud", /expected one of "fatal"\|"error"/],
];

/** What is wrong together. */
const REFUSED: readonly (readonly [string, Record<string, string>, string])[] = [
  [
    "the embedded database in production",
    { ...CHAIN, NODE_ENV: "production", BASE_URL: "https://raffle.example" },
    "DATABASE_URL: required in production",
  ],
  [
    "no admin token with a database",
    { ...complete, ADMIN_TOKEN: "" },
    "ADMIN_TOKEN: required with DATABASE_URL",
  ],
  [
    "no encryption key with a database",
    { ...complete, ENCRYPTION_KEY: "" },
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
    { ...complete, CHAIN_RPC_URL: "http://127.0.0.1:1" },
    "CHAIN_ID: required with CHAIN_RPC_URL",
  ],
  ["a chain without a node", { ...complete, CHAIN_ID: "1" }, "CHAIN_ID: has no effect without CHAIN_RPC_URL"],
  [
    "a second node without a first",
    { ...complete, CHAIN_RPC_URL_2: "http://127.0.0.1:1" },
    "CHAIN_RPC_URL_2: has no effect without CHAIN_RPC_URL",
  ],
  [
    "a deposit key without a token on a real chain",
    { ...complete, ...CHAIN, DEPOSIT_XPUB: PUBLISHED_KEY },
    "DEPOSIT_TOKEN_ADDRESS: required with DEPOSIT_XPUB",
  ],
  [
    "a deposit token without a key on a real chain",
    { ...complete, ...CHAIN, DEPOSIT_TOKEN_ADDRESS: `0x${"70".repeat(20)}` },
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
      { ...complete, ...CHAIN, CHAIN_RPC_URL_2: second },
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
    { ...complete, ADMIN_TOKEN_PREVIOUS: complete.ADMIN_TOKEN! },
    "ADMIN_TOKEN_PREVIOUS: must differ from ADMIN_TOKEN",
  ],
  [
    "the database's password as the admin token",
    { ...complete, ADMIN_TOKEN: "secret-password-1", DATABASE_URL: NOBODY.replace("word", "word-1") },
    "ADMIN_TOKEN: must differ from DATABASE_URL",
  ],
  [
    "the admin token as the encryption key",
    { ...complete, ADMIN_TOKEN: complete.ENCRYPTION_KEY! },
    "ENCRYPTION_KEY: must differ from ADMIN_TOKEN",
  ],
  [
    "a database password without a database",
    { DATABASE_PASSWORD: "secret" },
    "DATABASE_PASSWORD: has no effect without DATABASE_URL",
  ],
  [
    "a database password beside another",
    { ...complete, DATABASE_PASSWORD: "secret" },
    "DATABASE_PASSWORD: must not be set when the URL already contains a password",
  ],
  [
    "a database password of nobody",
    { ...complete, DATABASE_URL: "postgres://127.0.0.1:1/nothing", DATABASE_PASSWORD: "secret" },
    "DATABASE_PASSWORD: requires a user in the URL: postgres://user@host/name",
  ],
];

async function failedStart(environment: Record<string, string>): Promise<string> {
  const service = new ServiceProcess({ environment });
  expect(await service.exited).toEqual({ code: 1, signal: null });
  return service.output;
}

const folder = mkdtempSync(join(tmpdir(), "secrets-"));

afterAll(async () => {
  await killProcesses();
  rmSync(folder, { recursive: true });
});

describe("the configuration", () => {
  it("is printed by --help, every variable of it", async () => {
    const service = new ServiceProcess({ command: [process.execPath, "main.ts", "--help"] });
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
    const faults = () => readConfig({ ...complete, [name]: value });
    expect(faults).toThrow(ConfigurationError);
    expect(faults).toThrow(new RegExp(`^${name}: .*${reason.source}.*$`));
  });

  it("has a bad value in that table for all but free text", () => {
    const shown = new Set(BAD.map(([name]) => name));
    const others = Object.keys(VARIABLES).filter((name) => !shown.has(name as keyof typeof VARIABLES));
    expect(others).toEqual(["NODE_ENV", "HOST", "DATABASE_PASSWORD", "DATA_DIR", "RAIL_MODULES"]);
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
    const { ADMIN_TOKEN: _, ENCRYPTION_KEY: __, ...rest } = complete;
    const config = readConfig({
      ...rest,
      ADMIN_TOKEN_FILE: file("token-of-a-file-1234\n"),
      ENCRYPTION_KEY_FILE: file(`${complete.ENCRYPTION_KEY}\r\n`),
      DATABASE_URL: "postgres://user@127.0.0.1:1/name",
      DATABASE_PASSWORD_FILE: file("a/b#c?d@e:f%41 \n"),
    });
    expect(config.adminToken).toBe("token-of-a-file-1234");
    expect(config.encryptionKey).toBe(complete.ENCRYPTION_KEY);
    expect(decodeURIComponent(new URL(config.databaseUrl!).password)).toBe("a/b#c?d@e:f%41 ");
    expect(config.warnings.join()).not.toContain("did you mean");

    const faults = (more: Record<string, string>) => () => readConfig({ ...rest, ...more });
    const key = { ENCRYPTION_KEY: complete.ENCRYPTION_KEY! };
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
    const { SANDBOX: _, WEBHOOK_ALLOW_LOOPBACK: __, ...plain } = complete;
    expect(readConfig(plain).warnings).toEqual([
      expect.stringMatching(/^NODE_ENV is not production, though DATABASE_URL is set: draws use/),
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
    expect(readConfig(complete).deposits).toEqual({ extendedPublicKey: PUBLISHED_KEY, token });
    expect(readConfig({ ...complete, ...CHAIN }).deposits).toBeNull();
    const real = {
      ...complete,
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
        failedStart(complete),
        failedStart({ ...complete, DATABASE_DIRECT_URL: NOBODY.replace("nothing", "other") }),
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

describe("the database, at the start", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createDatabase();
  });
  afterAll(() => database.drop());

  it("that is not there ends it with a sentence, and is not made", async () => {
    const url = new URL(database.url);
    url.pathname = "/mistyped";
    const output = await failedStart(onDatabase(url.href));
    expect(output).toBe('DATABASE_URL: no connection: database "mistyped" does not exist\n');
    expect(await ask(database.url, "select from pg_database where datname = 'mistyped'")).toEqual([]);
  });

  describe("that is empty", () => {
    /** Of the role and of the database. */
    const name = `weak_${crypto.randomUUID().slice(0, 8)}`;
    const urlOf = (user: string) => {
      const url = new URL(database.url);
      url.pathname = name;
      if (user === name) [url.username, url.password] = [name, name];
      return url;
    };
    beforeAll(async () => {
      await ask(database.url, `create role ${name} login password '${name}'`);
      await ask(database.url, `create database ${name}`);
    });
    afterAll(async () => {
      await ask(database.url, `drop database ${name} with (force)`);
      await ask(database.url, `drop role ${name}`);
    });

    it("and whose role may not make tables in it ends it with a sentence", async () => {
      expect(await failedStart(onDatabase(urlOf(name).href))).toMatch(
        /^DATABASE_URL: the role lacks required privileges \(permission denied for [^)]+\): make it the owner of the database\n$/,
      );
    });

    it("and takes no writes ends it with a sentence", async () => {
      await ask(database.url, `alter database ${name} set default_transaction_read_only = on`);
      expect(await failedStart(onDatabase(urlOf("its owner").href))).toMatch(
        /^DATABASE_URL: the database is read-only \(cannot execute .* in a read-only transaction\)\n$/,
      );
    });
  });
});

describe("the chain, at the start", () => {
  let node: FakeNode;
  beforeAll(async () => {
    node = await FakeNode.start();
  });
  afterAll(() => node.stop());
  const onNode = () => ({ CHAIN_RPC_URL: node.url, CHAIN_ID: "31337" });

  it("stops it with a sentence where the node serves another than CHAIN_ID", async () => {
    const output = await failedStart({ ...complete, CHAIN_RPC_URL: node.url, CHAIN_ID: "1" });
    expect(output).toBe("CHAIN_ID: is 1, but the node at CHAIN_RPC_URL serves chain 31337\n");
  });

  it("stops it with a sentence where the token has other decimals than DEPOSIT_TOKEN_DECIMALS", async () => {
    node.answers = { eth_call: () => `0x${"12".padStart(64, "0")}` };
    const output = await failedStart({ ...complete, ...onNode(), ...DEPOSITS });
    node.answers = {};
    expect(output).toBe("DEPOSIT_TOKEN_DECIMALS: is 6, but the token at DEPOSIT_TOKEN_ADDRESS has 18\n");
  });

  it("does not stop it where no token tells its decimals, nor without deposits; the log says either", async () => {
    node.answers = { eth_call: () => "0x" };
    expect(await failedStart({ ...complete, ...onNode(), ...DEPOSITS })).toMatch(
      /no contract there tells its/,
    );
    node.answers = {};
    const output = await failedStart({ ...complete, ...onNode() });
    expect(output).toMatch(/deposits disabled: DEPOSIT_XPUB and DEPOSIT_TOKEN_ADDRESS are not set/);
    expect(output).toContain("DATABASE_URL: no connection");
  });

  it("does not stop it, nor show where the node is, where the node does not answer", async () => {
    const { host } = new URL(node.url);
    node.faults = [{ status: 500 }];
    const output = await failedStart({ ...complete, CHAIN_RPC_URL: node.url, CHAIN_ID: "31337" });
    expect(output).toMatch(/draws wait until its nodes answer/);
    expect(output).not.toContain(host);
    expect(output).not.toContain("url-key");
    // It came as far as the database, which is not there either.
    expect(output).toContain("DATABASE_URL: no connection");
  });
});

describe("without production, beside a database", () => {
  let database: TestDatabase;
  let service: ServiceProcess;
  beforeAll(async () => {
    database = await createDatabase();
    service = await ServiceProcess.start(database.url, {
      environment: { SANDBOX: "", WEBHOOK_ALLOW_LOOPBACK: "" },
    });
  });
  afterAll(async () => {
    await service.stop();
    await database.drop();
  });

  it("the log says so when it starts", async () => {
    const warned = service.logs.find(({ msg }) => msg.startsWith("NODE_ENV is not production"));
    expect(warned).toMatchObject({ level: "warn" });
  });

  it("the sandbox is served only when it is asked for", async () => {
    const here = [
      await service.call("POST", "/sandbox/payments/cs_x", { body: { outcome: "paid" } }),
      await service.call("GET", "/sandbox/pay/cs_x"),
      await service.call("POST", "/rails/redirect/sandbox/x/notifications", { body: {} }),
      await service.call("POST", "/sandbox/chain/mine", { body: { blocks: 1 } }),
    ];
    expect(here.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    const admin = (path: string, method: string, body: object) =>
      service.call(method, `/admin/api/v1/organisations${path}`, { key: ADMIN_TOKEN, body });
    await admin("", "POST", { slug: "shop", name: "Shop" });
    const added = await admin("/shop/rails/embed", "PUT", { provider: "sandbox", currencies: ["EUR"] });
    expect(added.json.issues).toMatchObject([{ path: "provider", code: "unknown_provider" }]);
  });

  it("all its connections have a name", async () => {
    const names = await ask(
      database.url,
      "select application_name as name from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
    );
    expect(names.length).toBeGreaterThan(2);
    expect(new Set(names.map((row) => (row as { name: string }).name))).toEqual(
      new Set(["partner-raffle-api all"]),
    );
  });
});

describe("in production", () => {
  let database: TestDatabase;
  let development: TestService;
  let partner: Partner;
  let service: ServiceProcess;

  beforeAll(async () => {
    database = await createDatabase();
    development = await TestService.open({ databaseUrl: database.url });
    partner = await Partner.add(development, { slug: "moved" });
    service = await ServiceProcess.start(database.url, {
      environment: {
        NODE_ENV: "production",
        BASE_URL: "https://raffle.example",
        WEBHOOK_ALLOW_LOOPBACK: "false",
        ...CHAIN,
      },
    });
  });

  afterAll(async () => {
    await service.stop();
    await development.stop();
    await database.drop();
  });

  const admin = (method: string, path: string, body?: unknown) =>
    service.call(method, `/admin/api/v1/organisations/moved${path}`, { key: ADMIN_TOKEN, body });

  it("there is no simulated provider, nor any of its pages", async () => {
    const session = (await partner.checkout((await partner.lot()).id)).json.data.id;
    const here = [
      await service.call("POST", `/sandbox/payments/${session}`, { body: { outcome: "paid" } }),
      await service.call("GET", `/sandbox/pay/${session}`),
      await service.call("POST", `/rails/redirect/sandbox/moved/notifications`, { body: {} }),
      await service.call("POST", "/sandbox/chain/mine", { body: { blocks: 1 } }),
    ];
    expect(here.map(({ status, json }) => [status, json.error])).toEqual([
      [404, "not_found"],
      [404, "not_found"],
      [404, "not_found"],
      [404, "not_found"],
    ]);
  });

  it("no account at the simulated provider can be added, and one from before sells nothing", async () => {
    const account = { provider: "sandbox", currencies: ["EUR"] };
    const added = await admin("PUT", "/rails/embed", account);
    expect(added.status).toBe(400);
    expect(added.json.issues).toMatchObject([{ path: "provider", code: "unknown_provider" }]);
    expect(added.json.message).toMatch(/that serve embed: stripe\.$/);

    const lot = await partner.lot();
    const refused = await service.call("POST", "/api/v1/checkout/sessions", {
      key: partner.key,
      body: { competitionId: lot.id, buyer: { email: "buyer@example.com" } },
    });
    expect([refused.status, refused.json.error]).toEqual([412, "fiat_not_configured"]);
  });

  it("no webhook goes to the loopback, nor over plain http", async () => {
    for (const url of ["http://127.0.0.1:8080/hook", "https://localhost/hook", "https://[::1]/hook"]) {
      const refused = await admin("POST", "/webhook-endpoints", { url });
      expect([refused.status, refused.json.issues[0].path]).toEqual([400, "url"]);
    }
  });
});
