import { globSync } from "node:fs";
import { expect, it } from "vitest";
import { THIS_BUILD } from "../schema/build.ts";
import { statements } from "./statement.ts";

const PURCHASE = "each purchase or notification runs it";
const CONFIRM = "a step of a buyer's payment, which decides in the row";
const BOOKS = "the self-check goes through a table of all organisations in the order of its key";
const CHAIN = "a chain is read outside any unit of work, as a real one";
const COLLATED = "the plan needs the expression of its index";

/** Statements of one table that are no call of `Rows`, with the reason. */
const PLAIN: Readonly<Record<string, string>> = {
  "any-enabled-rail-account-except": "compares two columns as one text",
  "ask-about-order": CONFIRM,
  "ask-about-order-after-return": CONFIRM,
  "await-confirm-step": CONFIRM,
  "chain-calls-are-idle": "the plan needs the states of its partial index in the text",
  "claim-draw": "a lease that ends by the database's clock",
  "complete-request": PURCHASE,
  "database-time": "reads no table",
  "follow-order": "each hosted purchase runs it",
  "give-back-confirm": CONFIRM,
  "lock-organisation": "several modules lock an organisation first",
  "lots-of-orders": PURCHASE,
  "lots-titled": COLLATED,
  "next-account-books": BOOKS,
  "next-draw-account-books": BOOKS,
  "next-lot-books": BOOKS,
  "next-order-books": BOOKS,
  "notice-missing-writes": "sent on a connection that may serve nothing else",
  "notification-failed": PURCHASE,
  "notifications-done": PURCHASE,
  "number-organisations-of-cell": "sets a sequence",
  "orders-of-account": "kinds of findings are constants in its list of columns",
  "rail-cancel-done": "a worker runs it for each order that a rail cancels",
  "rail-cancel-not-sent": "a worker runs it for each order that a rail cancels",
  "release-request": PURCHASE,
  "remark-notification": PURCHASE,
  "simulated-clock": "each process reads it each second, outside any unit of work",
  "simulated-clock-held": "reads the row that it holds",
  "simulated-create": CHAIN,
  "simulated-state": CHAIN,
  "store-provider-ids": CONFIRM,
  "unwitnessed-history": "compares the rows of a table with each other",
};

/** Parts of statements that `Rows` does not build: several relations, sums, `skip locked`, names of functions. */
const NOT_PLAIN =
  /\b(with|join|union|unnest|lateral|skip locked|group by|sum|min|max|count|cross|over|set_config|advisory|for update|lock table)\b|on conflict .* do update|pg_\w+/is;
const RELATIONS = /\b(?:from|update|into|using)\s+([a-z_]+)/g;

it("statements of one table are calls of Rows, except listed ones", async () => {
  for (const file of globSync("../**/*.ts", { cwd: import.meta.dirname }))
    if (!file.endsWith(".test.ts")) await import(new URL(file, import.meta.url).href);
  const functions = new Set(THIS_BUILD.functions.map(({ name }) => name));
  const plain = statements().filter(({ text }) => {
    if (NOT_PLAIN.test(text)) return false;
    if (new Set([...text.matchAll(RELATIONS)].map(([, name]) => name)).size > 1) return false;
    return ![...text.matchAll(/\b(\w+)\(/g)].some(([, name]) => functions.has(name!));
  });
  expect(plain.map(({ name }) => name).toSorted()).toEqual(Object.keys(PLAIN));
});
