import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Pool as Database } from "pg";
import { Pool } from "undici";
import { writeMessage } from "../../../rails/sandbox/messages.ts";
import { organisationKey, SIGNATURE_HEADER, signatureHeader } from "../../../rails/sandbox/signature.ts";
import { invariant } from "../../../src/shared/invariant.ts";
import { RAIL } from "../servers/service-database.ts";
import { anyOf, CLIENTS, SLUG, type World } from "./world.ts";

const NOTIFICATIONS = `/rails/${RAIL.kind}/${RAIL.provider}/${SLUG}/notifications`;
const SETTLED_WITHIN_MS = 20_000;
/** Most sessions to poll. */
const REMEMBERED = 5_000;

interface ExchangeOptions {
  readonly origin: string;
  readonly world: World;
  /** The simulated provider's secret. */
  readonly secret: Uint8Array;
  readonly database: Database;
  readonly ticketTable: string;
  /** Default: one for each client of a closed loop. */
  readonly connections?: number;
}

interface Session {
  readonly id: string;
  readonly amount: number;
  readonly currency: string;
}

/** Requests of a partner, a provider and a buyer's page, the same bytes for the service and the floor. */
export class Exchange {
  readonly #http: Pool;
  readonly #world: World;
  readonly #key: Uint8Array;
  readonly #database: Database;
  readonly #ticketTable: string;
  readonly #stockTable: string;
  readonly #sessions: string[] = [];

  constructor(options: ExchangeOptions) {
    const { origin, world, secret, database, ticketTable, connections = CLIENTS } = options;
    this.#http = new Pool(origin, { connections, pipelining: 1, headersTimeout: SETTLED_WITHIN_MS });
    this.#world = world;
    this.#key = organisationKey(secret, SLUG);
    this.#database = database;
    this.#ticketTable = ticketTable;
    // The floor counts in its lots.
    this.#stockTable = ticketTable === "ticket_range" ? "lot_stock" : "lot";
  }

  /** Creates a session for a new buyer, and sends the provider's signed notification that it is paid. */
  async purchase(lots: readonly number[]): Promise<void> {
    const session = await this.session(lots);
    await this.pay(session);
    if (this.#sessions.length < REMEMBERED) this.#sessions.push(session.id);
  }

  /** Sends the provider's signed notification that a session is paid. */
  async pay({ id, amount, currency }: Session): Promise<void> {
    const now = new Date();
    const body = writeMessage(
      {
        type: "payment.updated",
        kind: RAIL.kind,
        sessionId: id,
        state: "paid",
        amount: { amount, currency },
      },
      now,
    );
    const signed = {
      "content-type": "application/json",
      [SIGNATURE_HEADER]: signatureHeader(this.#key, body, now),
    };
    await this.#send("POST", NOTIFICATIONS, 200, signed, body);
  }

  async session(lots: readonly number[]): Promise<Session> {
    const order = {
      competitionId: anyOf(lots),
      quantity: 1,
      buyer: { email: `buyer-${randomUUID()}@example.com` },
    };
    const headers = { "content-type": "application/json", ...this.#authorization };
    const created = await this.#send(
      "POST",
      "/api/v1/checkout/sessions",
      201,
      headers,
      JSON.stringify(order),
    );
    return JSON.parse(created).data;
  }

  async getCompetition(): Promise<void> {
    const path = `/api/v1/competitions/${anyOf(this.#world.many)}`;
    await this.#send("GET", path, 200, this.#authorization);
  }

  /** Reads one of the sessions that this exchange settled. */
  async poll(): Promise<void> {
    invariant(await this.hasTickets(anyOf(this.#sessions)), "a settled session has its tickets");
  }

  /** Reads a session. @returns whether its tickets are issued */
  async hasTickets(id: string): Promise<boolean> {
    const path = `/api/v1/checkout/sessions/${id}`;
    return (await this.#send("GET", path, 200, this.#authorization)).includes('"ticketsIssued":true');
  }

  /** Creates a session of lots that may be sold out. @returns whether it was created */
  async isSold(lots: readonly number[]): Promise<boolean> {
    try {
      await this.session(lots);
      return true;
    } catch (error) {
      if (error instanceof Error && / answers 4\d\d: .*sold_out/.test(error.message)) return false;
      throw error;
    }
  }

  /** Counts the tickets that all lots have sold. */
  async sold(): Promise<number> {
    const { rows } = await this.#database.query(`select sum(sold)::integer as sold from ${this.#stockTable}`);
    return rows[0].sold;
  }

  /** Waits until a number of tickets is sold; fails when it is not reached in time, or exceeded. */
  async untilSold(count: number): Promise<void> {
    const deadline = performance.now() + SETTLED_WITHIN_MS;
    let sold = await this.sold();
    while (sold < count && performance.now() < deadline) {
      await pause(5);
      sold = await this.sold();
    }
    invariant(sold === count, `${count} purchases are settled, not ${sold}`);
  }

  /** Counts tickets and their ranges: one for each purchase. */
  async tickets(): Promise<{ readonly tickets: number; readonly ranges: number }> {
    const { rows } = await this.#database.query(
      `select count(*)::integer as ranges, coalesce(sum(last - first + 1), 0)::integer as tickets from ${this.#ticketTable}`,
    );
    return rows[0];
  }

  close(): Promise<void> {
    return this.#http.close();
  }

  get #authorization() {
    return { authorization: `Bearer ${this.#world.key}` };
  }

  async #send(
    method: "GET" | "POST",
    path: string,
    status: number,
    headers: Record<string, string>,
    body?: string | Buffer,
  ): Promise<string> {
    const response = await this.#http.request({ method, path, headers, body });
    const text = await response.body.text();
    invariant(response.statusCode === status, `${method} ${path} answers ${response.statusCode}: ${text}`);
    return text;
  }
}
