import { globSync, readFileSync } from "node:fs";
import { Client } from "pg";
import { beforeAll, describe, expect, it } from "vitest";
import { createDatabase } from "../../../test/support/database/database.ts";
import { statements } from "../statements/statement.ts";
import "../../../app/wiring.ts";
import { THIS_BUILD } from "./build.ts";
import { opened } from "../../../test/support/opened.ts";

// Organisations can be spread over databases, as cells or by Citus, only while all their data names them: in its rows,
// in its keys, and in statements. Exceptions are listed here, with the reason.

const TABLES_OF_NONE: Readonly<Record<string, string>> = {
  organisation: "it is one",
  audit: "some acts are of no organisation",
  delivery_queue: "workers take what is due, whosever it is; it is found by the delivery's id",
  event_unrelayed: "workers take what waits, whosever it is; no index but for the order",
  idempotency: "a principal's: operators are of no organisation",
  rate_budget: "a principal's",
  person: "works for the service, or for several organisations",
  login: "a person's",
  person_code: "an email's, before it is known whose",
  person_mail: "a person's: what it tells names no organisation but the person's own",
  sign_in_link: "a person's",
  passkey: "a person's",
  passkey_challenge: "a browser's, before it is known who it is",
  provider_way: "a browser's, before it is known who it is",
  invitation: "those of operators are of no organisation",
  buyer_session: "a browser's, at all organisations; what it is signed in as names its own",
  failure_budget: "an address's, before it is known who calls",
  deposit_watch: "a chain's",
  chain_watch: "a contract's",
  chain_signer: "the installation's: one key signs for all organisations",
  encryption_key_canary: "the installation's",
  sql_function: "the installation's",
  asset: "files for browsers, the installation's",
  write_check: "the installation's",
  book_check: "the installation's: how far its self-check is",
  heartbeat: "the installation's: its processes",
  missing_write: "the installation's",
  cell: "the installation's",
  recovery: "the installation's",
  recovery_sequence: "the installation's",
  sandbox_payment: "a provider's, in development",
  sandbox_refund: "a provider's, in development",
  simulated_chain: "a chain's, in development",
  simulated_clock: "the installation's, in development",
  simulated_mining: "a chain's, in development",
  simulated_transaction: "a chain's, in development",
  simulated_transfer: "a chain's, in development",
};

const KEYS_OF_ALL: Readonly<Record<string, string>> = {
  api_key_hash_key: "the organisation is found by the key; a key names its cell",
  api_key_previous: "the organisation is found by the key; a key names its cell",
  deposit_address_address_key:
    "the organisation is found by the address; each cell has a DEPOSIT_XPUB of its own",
  chain_call_nonce: "a key numbers what it signs for all organisations; each cell has a signer of its own",
};

const WORKER = "a worker takes what is due, whosever it is";
const CLAIMED = "by the id of what a worker claimed";
const BATCH =
  "by ids, for requests of many organisations; each request's own is compared with the row's where it is read";
const ACCOUNT = "joins the rail account by its id; the foreign key has the organisation";
const CALLER = "by the API key that let the caller in a moment before";
const LOCKED = "by ids of orders that the caller has locked";
const RECOVERY = "all organisations', after a restore, while no process serves";
const OPERATORS = "all organisations', for the service's operators alone";
const WATCH = "all organisations', for monitoring and pruning";

const STATEMENTS: Readonly<Record<string, string>> = {
  "any-enabled-rail-account-except": "all organisations', whose clock is one",
  "due-work": "all organisations', whose clock is one",
  "read-troubles": WATCH,
  "list-waiting-refunds": OPERATORS,
  "list-waiting-draws": OPERATORS,
  "claim-due-notifications": WORKER,
  "claim-due-chain-lots": WORKER,
  "claim-due-till-payments": WORKER,
  "till-backlog": WORKER,
  "prune-till-payments": WORKER,
  "notifications-done": CLAIMED,
  "notification-failed": CLAIMED,
  "remark-notification": CLAIMED,
  "list-rail-notifications": ACCOUNT,
  "lots-of-orders": BATCH,
  "checkout-context": ACCOUNT,
  "order-by-id": ACCOUNT,
  "order-by-idempotency-id": ACCOUNT,
  "order-by-id-of-any": "a buyer's page knows the order's id alone, which names the cell",
  "order-id-by-number": "a notification knows the rail account, whose organisation is looked up by it",
  "claim-due-mails": WORKER,
  "withdraw-due-mails": WORKER,
  "forget-due-notices": WORKER,
  "claim-due-orders": WORKER,
  "claim-rail-cancels": WORKER,
  "claim-next-draw": WORKER,
  "claim-draw": CLAIMED,
  "close-due-lots": WORKER,
  "next-due-delivery": WORKER,
  "chain-calls-are-idle": WORKER,
  "waiting-chain-calls": WATCH,
  "strange-chain-lots": WATCH,
  "next-fresh-books": WATCH,
  "halt-lots": RECOVERY,
  "end-open-draws": RECOVERY,
  "draws-ended-by-recovery": RECOVERY,
  "halted-lots-of-all": RECOVERY,
  "orders-at-recovery": RECOVERY,
  "drop-previous-secrets": WATCH,
  "drop-previous-credentials": WATCH,
};

/** Calls of `ofAll`: the file, and what is read or changed of all organisations. Each call says why. */
const ROWS_OF_ALL: readonly string[] = [
  "checkout/rail-event-cursors.ts: RailEventCursorRow",
  "fair-draws/deposit-book.ts: ADDRESS",
  "fair-draws/draw-keys.ts: API_KEY",
  "lot-draws/lot-draws.ts: COMMITMENT",
  "lot-draws/lot-draws.ts: ENTRY",
  "lot-draws/lot-draws.ts: LotCommitmentRow",
  "lot-draws/lot-draws.ts: LotRow",
  "lots/lots.ts: UNWINDING",
  "mails/mails.ts: MAIL",
  "onchain/chain-calls.ts: CALL",
  "onchain/chain-calls.ts: ChainCallRow",
  "onchain/raffle-book.ts: CHAIN_LOT",
  "onchain/till-book.ts: LAST_READ",
  "onchain/till-book.ts: WATCHED",
  "people/notices.ts: DUE",
  "recovery/recoveries.ts: RefundRow",
  "shop/shop-windows.ts: SLUG",
];

const FUNCTIONS_OF_ALL: Readonly<Record<string, string>> = {
  place: BATCH,
  settle_plain: BATCH,
  settle_carefully: BATCH,
  release: BATCH,
  store_instructions: BATCH,
  give_back: LOCKED,
  reverse_commission: LOCKED,
  account_differences: "by the account, whose organisation is compared behind the look-up",
  listed_orders: "by the buyer or the lot, whose organisation is compared before",
  claim_refunds: WORKER,
  claim_deliveries: WORKER,
  finish_deliveries: CLAIMED,
  freeze_lot: CLAIMED,
  commit_lot: CLAIMED,
  draw_lot: CLAIMED,
  unwind_lot: CLAIMED,
  finish_unwinding: CLAIMED,
  accounts_with_refunds: WORKER,
  take_proof: CALLER,
  rotate_proof_key: CALLER,
  use_proof: CALLER,
  prune: WATCH,
  unpruned: WATCH,
  take_nonce: "one key signs for all organisations, so its numbers are compared among all",
  waiting_mails: WATCH,
  waiting_codes: WATCH,
  watch_raffle: WORKER,
  webhook_backlog: WATCH,
};

let scoped: Set<string>;
const ask = async <Row>(text: string): Promise<Row[]> => (await client.query(text)).rows as Row[];

const database = opened(createDatabase);
const client = opened(() => new Client({ connectionString: database.url }));
beforeAll(async () => {
  await client.connect();
  scoped = new Set(
    (await ask<{ name: string; scoped: boolean }>(TABLES))
      .filter(({ scoped }) => scoped)
      .map(({ name }) => name),
  );
});

const TABLES = `
  select c.relname as name, exists (
    select from pg_attribute a where a.attrelid = c.oid and a.attname = 'organisation_id' and a.attnotnull
  ) and c.relname not in ('delivery_queue', 'event_unrelayed') as scoped
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and c.relname <> 'migration'`;
/** Keys of a kind, of tables with the column, and whether it is one of their columns. */
const UNIQUE_KEYS = `
  select i.indexrelid::regclass::text as name, i.indrelid::regclass::text as table_name, exists (
    select from pg_attribute a
    where a.attrelid = i.indrelid and a.attname = 'organisation_id' and a.attnum = any(i.indkey)
  ) as scoped
  from pg_index i join pg_class c on c.oid = i.indexrelid
  where i.indisunique and c.relnamespace = 'public'::regnamespace and not c.relispartition`;
const FOREIGN_KEYS = `
  select k.conname as name, k.conrelid::regclass::text as table_name, k.confrelid::regclass::text as target, exists (
    select from pg_attribute a
    where a.attrelid = k.conrelid and a.attname = 'organisation_id' and a.attnum = any(k.conkey)
  ) as scoped
  from pg_constraint k where k.contype = 'f' and k.conparentid = 0 and k.connamespace = 'public'::regnamespace`;

describe("an organisation's data", () => {
  it("names it in every row, except in listed tables", async () => {
    const tables = await ask<{ name: string; scoped: boolean }>(TABLES);
    const others = tables.filter((table) => !table.scoped).map(({ name }) => name);
    expect(others.toSorted()).toEqual(Object.keys(TABLES_OF_NONE).toSorted());
  });

  it("has it in each unique key, except listed ones", async () => {
    const keys = await ask<{ name: string; table_name: string; scoped: boolean }>(UNIQUE_KEYS);
    const others = keys.filter((key) => scoped.has(key.table_name) && !key.scoped).map(({ name }) => name);
    expect(others.toSorted()).toEqual(Object.keys(KEYS_OF_ALL).toSorted());
  });

  it("has it in each foreign key", async () => {
    const keys = await ask<{ name: string; table_name: string; target: string; scoped: boolean }>(
      FOREIGN_KEYS,
    );
    const others = keys.filter(
      ({ table_name: table, target, scoped: ok }) => scoped.has(table) && scoped.has(target) && !ok,
    );
    expect(others).toEqual([]);
  });

  it("is read by it in every statement, except listed ones", async () => {
    await client.query(
      "set enable_hashjoin = off; set enable_mergejoin = off; set enable_seqscan = off; set enable_bitmapscan = off",
    );
    const unscoped: string[] = [];
    for (const { name, text } of statements())
      if ((await unscopedTables(text)).length > 0) unscoped.push(name);
    expect(unscoped.toSorted()).toEqual(Object.keys(STATEMENTS).toSorted());
  });

  it("is what Rows reads and changes, except in listed calls", () => {
    const folder = new URL("../", import.meta.url);
    const calls = globSync("**/*.ts", { cwd: folder }).flatMap((file) => {
      if (file.endsWith(".test.ts")) return [];
      const found = readFileSync(new URL(file, folder), "utf8").matchAll(/\.ofAll\(\s*(\w+)/g);
      return [...new Set([...found].map(([, target]) => `${file}: ${target}`))];
    });
    expect(calls.toSorted()).toEqual(ROWS_OF_ALL);
  });

  it("is read by it in every function, except listed ones", () => {
    const unscoped = THIS_BUILD.functions
      .filter(({ text }) => unscopedIn(text).length > 0)
      .map(({ name }) => name);
    expect(unscoped.toSorted()).toEqual(Object.keys(FUNCTIONS_OF_ALL).toSorted());
  });
});

describe("the test itself", () => {
  it.each([
    ["select id from lot where id = $1::bigint", ["lot"]],
    ["select id from lot where organisation_id = $2 and id = $1::bigint", []],
    ["select l.id from ticket_order t join lot l on l.id = t.lot_id where t.organisation_id = $1", ["lot"]],
    ["update refund set note = '' where id = $1", ["refund"]],
    ["delete from event where id = $1", ["event"]],
    ["select slug from organisation where slug = $1", []],
  ])("finds in the plan of %s: %j", async (text, tables) => {
    expect(await unscopedTables(text)).toEqual(tables);
  });

  it.each([
    ["perform 1 from lot where id = any(ids);", ["lot"]],
    ["update lot l set held = 0 where l.id = 1 and l.organisation_id = o.organisation_id;", []],
    [
      "select * into l from lot where organisation_id = o and id = (select k.lot_id from ticket_order k where k.id = i);",
      ["ticket_order"],
    ],
    ["perform 1 from organisation where id = 1;", []],
  ])("finds in the function %s: %j", (text, tables) => {
    expect(unscopedIn(text)).toEqual(tables);
  });
});

interface Plan {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly Alias?: string;
  readonly Plans?: readonly Plan[];
  readonly [member: string]: unknown;
}

/** Returns the tables of organisations that a statement's plan reads without a condition on the organisation. */
async function unscopedTables(text: string): Promise<string[]> {
  const [row] = await ask<{ "QUERY PLAN": [{ Plan: Plan }] }>(
    `explain (generic_plan, verbose, format json) ${text}`,
  );
  const nodes = nodesOf(row!["QUERY PLAN"][0].Plan);
  const conditions = nodes.flatMap((node) =>
    Object.entries(node).flatMap(([member, value]) => (/Cond|Filter/.test(member) ? [String(value)] : [])),
  );
  const read = nodes.filter((node) => node["Relation Name"] && node["Node Type"] !== "ModifyTable");
  const names = read
    .filter(
      ({ Alias: alias }) => !conditions.some((condition) => condition.includes(`${alias}.organisation_id`)),
    )
    // A partition's table.
    .map((node) => node["Relation Name"]!.replace(/_slot_\d$/, ""));
  return [...new Set(names)].filter((name) => scoped.has(name));
}

function nodesOf(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}

/** Words that may follow a table's name without an alias. */
const NO_ALIAS =
  /^(where|set|on|order|limit|for|cross|left|join|and|group|returning|using|select|values|limit|returns)$/;

/** Returns the tables of organisations that a function's text reads without comparing the organisation. */
function unscopedIn(text: string): readonly string[] {
  const found = new Set<string>();
  for (const part of text.replaceAll(/--.*$/gm, "").split(";"))
    for (const [, table, word] of part.matchAll(
      /\b(?:from|join|update|using)\s+(\w+)(?:\s+as)?(?:\s+(\w+))?/g,
    )) {
      const alias = word && !NO_ALIAS.test(word) ? `${word}\\.` : "(?<![.\\w])";
      const compared = new RegExp(
        `${alias}organisation_id\\s*=|\\(${alias}organisation_id,|=\\s*${alias}organisation_id`,
      );
      if (scoped.has(table!) && !compared.test(part)) found.add(table!);
    }
  return [...found];
}
