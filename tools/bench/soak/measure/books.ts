import type { Pool } from "pg";
import { brokenRules } from "../../../../test/support/builders/books.ts";
import type { Receiver } from "../load/receivers.ts";
import type { LoggedLines } from "../service.ts";

const DAY_MS = 86_400_000;
/** Age at which an event must have arrived: retries end after two weeks, and events are kept for 30 days. */
const DELIVERED_AFTER_MS = 17 * DAY_MS;
/** Age up to which all events are kept. */
const KEPT_MS = 29 * DAY_MS;
const SHOWN = 5;

/** Rules for rows and their events; $1 is a business time since which all events are kept. */
const EVENT_RULES: Readonly<Record<string, string>> = {
  "a paid order has one pair of events, any other none": `
    select o.id from ticket_order o left join (
      select payload::jsonb #>> '{data,orderId}' as order_id, count(*) filter (where type = 'entry.confirmed') as entries,
        count(*) filter (where type = 'payment.settled') as payments
      from event group by 1
    ) e on e.order_id = o.id
    where o.created_at > $1 and (coalesce(e.entries, 0) <> case when o.status = 'paid' then 1 else 0 end
      or coalesce(e.payments, 0) <> case when o.status = 'paid' and o.charge_amount > 0 then 1 else 0 end)`,
  "a lot that closed, was cancelled or drawn has one event of it": `
    select l.id from lot l left join (
      select (payload::jsonb #>> '{data,lotId}')::bigint as lot_id, count(*) filter (where type = 'lot.closed') as closed,
        count(*) filter (where type = 'lot.cancelled') as cancelled, count(*) filter (where type = 'draw.completed') as drawn
      from event group by 1
    ) e on e.lot_id = l.id
    where l.created_at > $1 and (coalesce(e.closed, 0) <> case when l.closed_at is not null then 1 else 0 end
      or coalesce(e.cancelled, 0) <> case when l.status = 'cancelled' then 1 else 0 end
      or coalesce(e.drawn, 0) <> case when l.drawn_at is not null then 1 else 0 end)`,
};

/**
 * Log lines that the soak causes: buyers pay late or a wrong amount; a week passes while the provider, which is in the
 * database, cannot be queried; a process starts while the database is away.
 */
const CALLED_FOR = [
  /^alert: payment received that settles no order; refund created$/,
  /^alert: payment outcome still unknown; order failed$/,
  /^printed: DATABASE_URL: no connection: /,
];

/** Checks the books when no work is left. @returns a sentence for each broken rule */
export async function wrongBooks(url: string, database: Pool, now: Date): Promise<string[]> {
  const wrong = (await brokenRules(url, { givenBack: true, eventsKept: false })).map(shortened);
  for (const [rule, query] of Object.entries(EVENT_RULES)) {
    const { rows } = await database.query<{ id: string }>(query, [new Date(now.getTime() - KEPT_MS)]);
    if (rows.length > 0) wrong.push(shortened(`${rule}: ${rows.map(({ id }) => id).join(", ")}`));
  }
  const { rows: oversold } = await database.query(
    "select lot_id as id from lot_stock where sold + held > max_tickets",
  );
  if (oversold.length > 0)
    wrong.push(`more is sold than there is: ${oversold.map(({ id }) => id).join(", ")}`);
  return wrong.map((line) => `The books are wrong: ${line}.`);
}

/** Log lines that must not occur. A request that is answered 500 logs `request failed`. */
const NEVER = /^(alert|fatal|printed): |^error: request failed$/;

/** @returns a sentence for each kind of log line that must not occur */
export function wrongLogs({ counts, first }: LoggedLines): string[] {
  return [...counts]
    .filter(([kind]) => NEVER.test(kind) && !CALLED_FOR.some((known) => known.test(kind)))
    .map(([kind, times]) => {
      const line = first.get(kind);
      return `The log has ${times} × "${kind}".${line === undefined ? "" : ` The first: ${line}`}`;
    });
}

/** A check that each receiver that lives has taken every event, made before events are deleted. */
export class DeliveryCheck {
  /** Number of arrivals found. */
  arrived = 0;
  readonly wrong: string[] = [];
  readonly #database: Pool;
  readonly #receivers: readonly Receiver[];
  #since: Date;

  constructor(database: Pool, receivers: readonly Receiver[], since: Date) {
    this.#database = database;
    this.#receivers = receivers;
    this.#since = since;
  }

  /** Checks the events that are old enough, and forgets them. */
  async look(now: Date): Promise<void> {
    await this.#until(new Date(now.getTime() - DELIVERED_AFTER_MS));
  }

  /** Checks all other events, when no work is left. */
  async finish(now: Date): Promise<void> {
    await this.#until(new Date(now.getTime() + 1));
  }

  async #until(until: Date): Promise<void> {
    if (until <= this.#since) return;
    for (const { shop, taken, name } of this.#receivers.filter(({ lives }) => lives)) {
      const { rows } = await this.#database.query<{ id: string }>(
        `select id from event where organisation_id = $1 and endpoint_id is null and created_at >= $2 and created_at < $3`,
        [shop.id, this.#since, until],
      );
      const missing = rows.filter(({ id }) => !taken.delete(id));
      this.arrived += rows.length - missing.length;
      if (missing.length > 0)
        this.wrong.push(
          `${name} did not get ${missing.length} of ${rows.length} events: ${missing
            .slice(0, SHOWN)
            .map(({ id }) => id)
            .join(", ")}.`,
        );
    }
    this.#since = until;
  }
}

/** @param line a rule, a colon, and what breaks it */
function shortened(line: string): string {
  const [rule, list = ""] = line.split(": ");
  const ids = list.split(", ");
  const more = ids.length <= SHOWN ? "" : ` and ${ids.length - SHOWN} more`;
  return `${rule}: ${ids.slice(0, SHOWN).join(", ")}${more}`;
}
