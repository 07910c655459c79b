import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import {
  checkTransition,
  type Lifecycle,
  type Lot,
  LOT_STATES,
  type LotStatus,
  lotState,
} from "../../../src/lots/lot.ts";

const ROOT = new URL("../../../", import.meta.url);
const page = await readFile(new URL("docs/concepts.md", ROOT), "utf8");
const diagrams = [...page.matchAll(/^```mermaid\nstateDiagram-v2\n([\s\S]*?)^```$/gm)].map(([, text]) =>
  [...text!.matchAll(/^ {2}(\S+) --> ([^\s:]+)/gm)].map(([, from, to]) => `${from} --> ${to}`),
);
const betweenStates = (edges: readonly string[]) => edges.filter((edge) => !edge.includes("[*]")).toSorted();

const START = new Date("2027-01-01T00:00:00Z");
const END = new Date("2027-02-01T00:00:00Z");
/** Before the start, while it sells, after the end. */
const TIMES = [new Date("2026-12-01T00:00:00Z"), new Date("2027-01-15T00:00:00Z"), END];

interface Moment {
  readonly lot: Lifecycle;
  readonly at: number;
}

/** Everything that may happen to a competition at a moment: what the code decides is asked of it. */
function following({ lot, at }: Moment): Moment[] {
  const now = TIMES[at]!;
  const next: Moment[] = [];
  const become = (changes: Partial<Lifecycle>) => next.push({ lot: { ...lot, ...changes }, at });
  const move = (status: "draft" | "active") => {
    try {
      checkTransition(lot as Lot, status, now);
      if (lot.status !== "active" || now < END) become({ status });
    } catch {
      // Refused: it stays where it is.
    }
  };
  move("draft");
  move("active");
  if (at + 1 < TIMES.length) next.push({ lot, at: at + 1 });
  if (lotState(lot, now) === "open" && lot.sold + lot.held === 0) become({ held: 1 });
  if (lot.held === 1 && lot.status !== "cancelled")
    next.push({ lot: { ...lot, held: 0, sold: 1 }, at }, { lot: { ...lot, held: 0 }, at });
  if (lot.sold > lot.voided && lot.drawnAt === null) become({ voided: lot.sold });
  if (lot.status === "active" && now >= END) become({ status: "ended" });
  if (lot.status === "ended" && lot.held === 0 && lot.sold > lot.voided && lot.drawnAt === null)
    become({ drawnAt: now });
  if (lot.drawnAt !== null) become({ archivedAt: now });
  if (lot.drawnAt === null) become({ status: "cancelled" satisfies LotStatus });
  return next;
}

/** Every change of state that a draft may ever go through. */
function reachable(): Set<string> {
  const draft = {
    status: "draft",
    startAt: START,
    endAt: END,
    sold: 0,
    held: 0,
    voided: 0,
    onChain: false,
  } as const;
  const edges = new Set<string>();
  const seen = new Set<string>();
  const waiting: Moment[] = [{ lot: { ...draft, drawnAt: null, archivedAt: null }, at: 0 }];
  for (let moment = waiting.pop(); moment; moment = waiting.pop()) {
    const key = JSON.stringify(moment);
    if (seen.has(key)) continue;
    seen.add(key);
    const from = lotState(moment.lot, TIMES[moment.at]!);
    for (const next of following(moment)) {
      const to = lotState(next.lot, TIMES[next.at]!);
      if (to !== from) edges.add(`${from} --> ${to}`);
      waiting.push(next);
    }
  }
  return edges;
}

it("the diagram of a competition has every state, and every change of state that the code allows", () => {
  const drawn = betweenStates(diagrams[0]!);
  expect(drawn).toEqual([...reachable()].toSorted());
  expect(new Set(drawn.flatMap((edge) => edge.split(" --> ")))).toEqual(new Set(LOT_STATES));
});

it("the diagram of a checkout session has the statuses of the OpenAPI document and of the database, of which two are final", async () => {
  const document = JSON.parse(await readFile(new URL("docs/openapi.json", ROOT), "utf8"));
  const schema = await readFile(new URL("adapters/persistence/schema.sql", ROOT), "utf8");
  const edges = betweenStates(diagrams[1]!);
  const states = [...new Set(edges.flatMap((edge) => edge.split(" --> ")))].toSorted();
  expect(states).toEqual(document.components.schemas.CheckoutStatus.properties.status.enum.toSorted());
  const [, stored] = /create domain order_status as text CHECK \(\(VALUE = ANY \(ARRAY\[([^\]]*)\]/.exec(
    schema,
  )!;
  expect(states).toEqual([...stored!.matchAll(/'(\w+)'/g)].map(([, status]) => status).toSorted());
  expect(edges.map((edge) => edge.split(" --> ")[0])).toEqual(["pending", "pending"]);
});
