import { Pool } from "pg";
import { sandboxSecret } from "../../../rails/sandbox/signature.ts";
import { operatorPrincipal } from "../../../ports/principal.ts";
import { QuestionAdministration } from "../../../src/lots/question-administration.ts";
import { invariant } from "../../../src/shared/invariant.ts";
import { MailServer } from "../../../test/support/receivers/mail-server.ts";
import {
  analyze,
  atTheEnd,
  type Cluster,
  ENCRYPTION_KEY,
  openService,
  serviceEnvironment,
} from "../servers/cluster.ts";
import { ServerProcess } from "../servers/server-process.ts";
import { openShop, PRICE_CENTS, sellBeforehand } from "../servers/service-database.ts";
import { DatabaseCosts, machineCpuMs } from "../support/costs.ts";
import { Exchange } from "../support/exchange.ts";
import type { World } from "../support/world.ts";
import { HostedBuyers } from "./hosted-buyers.ts";

const ACT = { actor: operatorPrincipal("bench"), requestId: "bench" };
const LOTS = 10;
const FILL = 5_000;
const CONNECTIONS = 256;
const QUESTION = { question: "Two and two?", options: ["3", "4", "5"], answerIndex: 1, category: "watch" };

/** Resources used so far, by all purchases. */
export interface Used {
  readonly serviceMs: number;
  readonly databaseMs: number;
  /** Processor time of this process: the buyers, the provider and the mail server. */
  readonly driverMs: number;
  /** Processor time of the whole machine. */
  readonly machineMs: number;
  readonly roundTrips: number;
  readonly walBytes: number;
}

/** One process of the service with a mail server, a shop with a question, and those who buy. */
export class Stage {
  readonly world: World;
  readonly exchange: Exchange;
  readonly buyers: HostedBuyers;
  readonly mails: MailServer;
  readonly #server: ServerProcess;
  readonly #costs: DatabaseCosts;
  readonly #database: Pool;

  private constructor(
    parts: Pick<Stage, "world" | "exchange" | "buyers" | "mails">,
    of: {
      readonly server: ServerProcess;
      readonly costs: DatabaseCosts;
      readonly database: Pool;
    },
  ) {
    this.world = parts.world;
    this.exchange = parts.exchange;
    this.buyers = parts.buyers;
    this.mails = parts.mails;
    this.#server = of.server;
    this.#costs = of.costs;
    this.#database = of.database;
  }

  static async open(
    { url, folder, admin }: Cluster & { readonly url: string },
    hotTickets: number,
  ): Promise<Stage> {
    const mails = await MailServer.open();
    atTheEnd(() => mails.close());
    const environment = {
      ...serviceEnvironment(url),
      SMTP_URL: `smtp://127.0.0.1:${mails.port}?tls=none`,
      MAIL_FROM: "raffles@shop.example",
      // As the runbook says for a sale: five connections, the default, carry 25 mails a second of a server that takes 50 ms an answer.
      SMTP_CONNECTIONS: "20",
      TRUST_PROXY: "1",
    };
    const database = new Pool({ connectionString: url, max: 2 });
    database.on("error", () => {}); // its connections outlive `end` by a moment
    atTheEnd(() => database.end());
    const world = await fill(url, environment, hotTickets);
    await analyze(url);
    const server = await ServerProcess.start("service-server.ts", folder, environment);
    const { origin } = server;
    const secret = sandboxSecret(ENCRYPTION_KEY);
    const sides = { ticketTable: "ticket_range", connections: CONNECTIONS };
    const exchange = new Exchange({ origin, world, secret, database, ...sides });
    atTheEnd(() => exchange.close());
    const buyers = new HostedBuyers({ origin, mails, exchange, question: QUESTION, priceCents: PRICE_CENTS });
    atTheEnd(() => buyers.close());
    const costs = await DatabaseCosts.of(admin);
    return new Stage({ world, exchange, buyers, mails }, { server, costs, database });
  }

  async used(): Promise<Used> {
    const { user, system } = process.cpuUsage();
    const { databaseCpuMs, walBytes } = await this.#costs.soFar();
    return {
      serviceMs: await this.#server.cpuMs(),
      databaseMs: databaseCpuMs,
      driverMs: (user + system) / 1_000,
      machineMs: await machineCpuMs(),
      roundTrips: await this.#server.roundTrips(),
      walBytes,
    };
  }

  /**
   * Checks that each acknowledged payment is a paid order with its ticket, and that no lot is oversold.
   * @param paid payments that the service has acknowledged
   * @returns a sentence
   */
  async check(paid: number): Promise<string> {
    await this.exchange.untilSold(FILL + paid);
    const { rows } = await this.#database.query<{ paid: number; tickets: number; oversold: number }>(
      `select
         (select count(*)::int from ticket_order o where o.status = 'paid') as paid,
         (select coalesce(sum(last - first + 1), 0)::int from ticket_range) as tickets,
         (select count(*)::int from lot l join lot_stock s on s.lot_id = l.id where s.sold + s.held > s.max_tickets) as oversold`,
    );
    const [books] = rows;
    invariant(books!.oversold === 0, "no lot is oversold");
    invariant(
      books!.paid === FILL + paid && books!.tickets === FILL + paid,
      `the books differ: ${JSON.stringify(books)}`,
    );
    return `${paid.toLocaleString("en")} acknowledged payments are as many paid orders and tickets; no lot is oversold.`;
  }
}

/** Opens a shop whose buyers answer a question, with some tickets sold. Its hot lot has few tickets. */
async function fill(url: string, environment: Record<string, string>, hotTickets: number): Promise<World> {
  const { wiring, database } = await openService(url, environment);
  try {
    const world = await openShop(wiring, { lots: LOTS, hotTickets });
    await wiring.get(QuestionAdministration).add(ACT, world.organisationId, QUESTION);
    await sellBeforehand(wiring, { ...world, hot: [] }, FILL);
    return world;
  } finally {
    await database.close();
  }
}
