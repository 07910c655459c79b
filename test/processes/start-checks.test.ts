import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ask } from "../support/builders/books.ts";
import { createDatabase } from "../support/database/database.ts";
import { FakeNode } from "../support/chain/fake-node.ts";
import { COMPLETE, DEPOSITS, failedStart } from "../support/service/failed-start.ts";
import { killProcesses, onDatabase } from "../support/service/service-process.ts";
import { opened } from "../support/opened.ts";

afterAll(killProcesses);

describe("the database, at the start", () => {
  const database = opened(createDatabase);

  it("that is not there ends it with a sentence, and is not made", async () => {
    const url = new URL(database.url);
    url.pathname = "/mistyped";
    const output = await failedStart(onDatabase(url.href));
    expect(output).toBe('DATABASE_URL: no connection: database "mistyped" does not exist\n');
    expect(await ask(database.url, "select from pg_database where datname = 'mistyped'")).toEqual([]);
  });

  it("that is reached past a pooler, and not through it, ends it with the name of the variable", async () => {
    const url = new URL(database.url);
    url.pathname = "/mistyped";
    const through = { ...onDatabase(url.href), DATABASE_DIRECT_URL: database.url };
    expect(await failedStart(through)).toBe(
      'DATABASE_URL: no connection: database "mistyped" does not exist\n',
    );
    const past = { ...onDatabase(database.url), DATABASE_DIRECT_URL: url.href };
    expect(await failedStart(past)).toBe(
      'DATABASE_DIRECT_URL: no connection: database "mistyped" does not exist\n',
    );
  });

  it("whose tables the role may not read ends it with a sentence", async () => {
    const role = `guest_${crypto.randomUUID().slice(0, 8)}`;
    await ask(database.url, `create role ${role} login password '${role}'`);
    const url = new URL(database.url);
    [url.username, url.password] = [role, role];
    try {
      expect(await failedStart(onDatabase(url.href))).toBe(
        "DATABASE_URL: the role lacks required privileges (permission denied for table migration): make it the owner of the database\n",
      );
    } finally {
      await ask(database.url, `drop role ${role}`);
    }
  });

  it("that was changed by other means ends it with the differences, and does so at each start", async () => {
    await ask(database.url, "alter table lot add column note text; drop index ticket_order_rail_cancel");
    const first = await failedStart(onDatabase(database.url));
    expect(first).toMatch(
      /^DATABASE_URL: the database is not what [^\n]+\n- index ticket_order_rail_cancel is missing: CREATE INDEX [^\n]+\n- column lot\.note was added\nIt was changed by other means\. [^\n]+\n$/,
    );
    expect(await failedStart(onDatabase(database.url))).toBe(first);
  });

  describe("that is empty", () => {
    /** Name of the role and of the database. */
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
  const node = opened(() => FakeNode.start());

  const onNode = () => ({ CHAIN_RPC_URL: node.url, CHAIN_ID: "31337" });

  it("stops it with a sentence where the node serves another than CHAIN_ID", async () => {
    const output = await failedStart({ ...COMPLETE, CHAIN_RPC_URL: node.url, CHAIN_ID: "1" });
    expect(output).toBe("CHAIN_ID: is 1, but the node at CHAIN_RPC_URL serves chain 31337\n");
  });

  it("stops it with a sentence where the token has other decimals than DEPOSIT_TOKEN_DECIMALS", async () => {
    node.answers = { eth_call: () => `0x${"12".padStart(64, "0")}` };
    const output = await failedStart({ ...COMPLETE, ...onNode(), ...DEPOSITS });
    node.answers = {};
    expect(output).toBe("DEPOSIT_TOKEN_DECIMALS: is 6, but the token at DEPOSIT_TOKEN_ADDRESS has 18\n");
  });

  it("does not stop it where no token tells its decimals, nor without deposits; the log says either", async () => {
    node.answers = { eth_call: () => "0x" };
    expect(await failedStart({ ...COMPLETE, ...onNode(), ...DEPOSITS })).toMatch(
      /could not read the decimals of the token contract/,
    );
    node.answers = {};
    const output = await failedStart({ ...COMPLETE, ...onNode() });
    expect(output).toMatch(/deposits disabled: DEPOSIT_XPUB and DEPOSIT_TOKEN_ADDRESS are not set/);
    expect(output).toContain("DATABASE_URL: no connection");
  });

  it("does not stop it, nor show where the node is, where the node does not answer", async () => {
    const { host } = new URL(node.url);
    node.faults = [{ status: 500 }];
    const output = await failedStart({ ...COMPLETE, CHAIN_RPC_URL: node.url, CHAIN_ID: "31337" });
    expect(output).toMatch(/draws paused until a chain node answers/);
    expect(output).not.toContain(host);
    expect(output).not.toContain("url-key");
    // It came as far as the database, which is not there either.
    expect(output).toContain("DATABASE_URL: no connection");
  });
});
