import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { Inbox, type NewMessage } from "../../../ports/checkout/inbox.ts";
import { Orders, type Placement, type SettlementRequest } from "../../../ports/checkout/orders.ts";
import { NewIds } from "../../../ports/ids.ts";
import type { Instruction, ProviderIds } from "../../../ports/rail.ts";
import { invariant } from "../../../src/shared/invariant.ts";
import { dedupeKeyOf } from "../../../src/settlement/dedupe-key.ts";
import type { Database } from "../../../adapters/persistence/database/database.ts";
import type { Wiring } from "../../../app/wiring.ts";
import { placementsOf, type ServiceWorld, settlementsOf } from "../servers/service-database.ts";
import { anyOf } from "./world.ts";

const SIZES = [1, 6, 25];
const CALLS = 40;
const WARM_UP_CALLS = 8;
const MESSAGE_BYTES = 400;
/** Time until `perf` counts. */
const ATTACH_MS = 500;

/** The parts that call the database, on one connection. */
interface Subject {
  readonly wiring: Wiring;
  readonly database: Database;
  readonly world: ServiceWorld;
}

/**
 * Counts, with `perf`, the millions of instructions that PostgreSQL executes on its only connection for a call that places,
 * stores instructions, or settles together with its messages, by the number of orders. Unlike times, these are the same on
 * a busy machine: two runs differ by one per cent.
 * @returns Markdown; a sentence without `perf`
 */
export async function callCosts({ wiring, database, world }: Subject): Promise<string> {
  const { rows } = await database.pool.query<{ pid: number }>("select pg_backend_pid() as pid");
  const orders = wiring.get(Orders);
  const inbox = wiring.get(Inbox);
  const ids = wiring.get(NewIds);
  const lines: string[] = [];
  for (const size of SIZES) {
    const batch = () =>
      Array.from({ length: size }, () => placementsOf(ids, world, anyOf(world.many), 1)[0]!);
    const place = async (batches: readonly Placement[][]) => {
      for (const placements of batches)
        for (const { outcome } of await orders.place(placements)) invariant(outcome === "placed", "placed");
    };
    const instruct = async (batches: readonly Placement[][]) => {
      for (const placements of batches)
        await Promise.all(placements.map((order) => orders.storeInstruction(order, answerTo(order))));
    };
    const settle = async (batches: readonly Placement[][]) => {
      for (const placements of batches) {
        const requests = settlementsOf(ids, placements);
        const settled = await Promise.all(
          requests.map((request) =>
            inbox.addSettled(messageOf(request, world.railAccountId), request, world.terms),
          ),
        );
        invariant(!settled.includes(null), "a plain payment is settled at once");
      }
    };
    const warm = Array.from({ length: WARM_UP_CALLS }, batch);
    for (const step of [place, instruct, settle]) await step(warm);
    const batches = Array.from({ length: CALLS }, batch);
    const cells: string[] = [];
    for (const step of [place, instruct, settle]) {
      const sentBefore = database.roundTrips;
      const counted = await instructionsOf(rows[0]!.pid, () => step(batches));
      if (counted === null)
        return "Instructions are counted by `perf` (Debian: linux-perf), which is not here or may not count.";
      invariant(database.roundTrips - sentBefore === CALLS, "each batch is one call");
      cells.push((counted / CALLS / 1e6).toFixed(2));
    }
    lines.push(`| ${size} | ${cells.join(" | ")} |`);
  }
  return [
    "| orders a call | `place`, million instructions | `store_instructions` | `settle_plain`, with messages |",
    "|--:|--:|--:|--:|",
    ...lines,
  ].join("\n");
}

function answerTo({ id }: Placement): { instruction: Instruction; ids: ProviderIds } {
  const redirectUrl = `https://provider.example/pay/${id}`;
  return { instruction: { type: "PAY_URL", redirectUrl, data: null }, ids: { paymentId: `payment-${id}` } };
}

/** Returns a message as long as a provider's. Its events are in the request. */
function messageOf({ orderId, organisationId, now }: SettlementRequest, railAccountId: number): NewMessage {
  const headers = { "content-type": "application/json" };
  const message = { headers, rawBody: Buffer.from(orderId.padEnd(MESSAGE_BYTES)), query: {} };
  const dedupeKey = dedupeKeyOf([`paid-${orderId}`], orderId);
  return { organisationId, railAccountId, dedupeKey, message, events: [], receivedAt: now };
}

/** Counts the instructions of a process in user mode during some work; null: they cannot be counted. */
async function instructionsOf(pid: number, work: () => Promise<void>): Promise<number | null> {
  const counting = ["stat", "-x", ",", "-e", "instructions:u", "-p", String(pid)];
  const perf = spawn("perf", counting, { stdio: ["ignore", "ignore", "pipe"] });
  const ended = once(perf, "close").catch(() => null);
  const output = text(perf.stderr).catch(() => "");
  await pause(ATTACH_MS);
  await work();
  perf.kill("SIGINT");
  await ended;
  const count = Number.parseInt(await output, 10);
  return Number.isNaN(count) ? null : count;
}
