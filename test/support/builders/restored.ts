import { join } from "node:path";
import { Client } from "pg";
import { inject } from "vitest";
import { RefundRunner } from "../../../src/refunds/refund-runner.ts";
import { DrawRig } from "../../lot-draws/draw-rig.ts";
import type { Hex } from "../../../ports/chain.ts";
import { Deposits } from "../../../src/deposits/deposits.ts";
import { createDatabase, type TestDatabase } from "../database/database.ts";
import { DrawClient } from "../draws/draw-client.ts";
import { ROOMY_NODE } from "../service/compile-cache.ts";
import { ServiceProcess, onDatabase } from "../service/service-process.ts";

/** State outside the database: the simulated provider and the simulated chain. */
const OUTSIDE = [
  "sandbox_payment",
  "sandbox_refund",
  "simulated_chain",
  "simulated_clock",
  "simulated_mining",
  "simulated_transaction",
  "simulated_transfer",
];

/** In cents. */
const DEPOSITED = 500;
const UNITS_OF_A_CENT = 10_000n;
/** More than make a deposit final. */
const FINAL_BLOCKS = 70;
const INPUTS = { clientSeed: "of the shop", candidates: ["anna", "ben", "cleo"], pick: 1 };

/** A service that sold, was backed up, sold more, lost its database and was restored to the backup. */
interface Restored {
  /** The restored point. */
  readonly since: string;
  /** URL of the restored database. */
  readonly url: string;
  /** Partner and database as they were before; the service that sold is stopped. */
  readonly partner: DrawRig["partner"];
  /** A competition with two tickets at the restored point: one of an order that was given back since then. */
  readonly lotId: number;
  /** Competitions that were over at the restored point, and whose draw was committed since then. */
  readonly committedLotId: number;
  readonly draws: {
    /** The partner's client, at the service that sold. */
    readonly client: DrawClient;
    /** Committed before, revealed since then. */
    readonly revealed: string;
    readonly inputs: object;
    /** Committed before, and not revealed. */
    readonly open: string;
    /** Paid in since then, in cents. */
    readonly deposited: number;
  };
  readonly orders: {
    /** Paid before, given back since then. */
    readonly givenBack: string;
    /** Pending before, paid since then. */
    readonly pending: string;
    /** Pending before, paid and given back since then. */
    readonly paidAndGivenBack: string;
    /** Placed and paid since then. */
    readonly lost: string;
  };
  /** The buyer's answer for the lost order. */
  readonly told: { readonly number: number; readonly lastTicket: number; readonly lotId: number };
  drop(): Promise<void>;
}

export async function restoredService(slug: string): Promise<Restored> {
  const world = await createDatabase();
  const first = await DrawRig.open({ databaseUrl: world.url }, { slug });
  const { partner } = first;
  const { id: lotId } = await partner.lot({ maxTickets: 1_000 });
  const givenBack = await first.sell(lotId, 2);
  const committedLotId = await first.sold(3);
  await first.close(committedLotId);
  const pending = (await partner.checkout(lotId, { quantity: 1 })).json.data.id;
  const paidAndGivenBack = (await partner.checkout(lotId, { quantity: 1 })).json.data.id;
  await first.service.wiring.get(Deposits).target(partner.organisation.id);
  const client = await DrawClient.add(partner);
  const draws = { client, revealed: await client.commit(), open: await client.commit() };
  const since = first.service.clock.now().toISOString();
  await first.service.stop();

  const backup = await copyOf(world);

  const lost = await goOn(await DrawRig.open({ databaseUrl: world.url }, { slug: `${slug}-other` }), {
    partner,
    lotId,
    committedLotId,
    givenBack,
    pending,
    paidAndGivenBack,
    draws,
  });
  await carryOver(world.url, backup.url);
  return {
    since,
    url: backup.url,
    partner,
    lotId,
    committedLotId,
    draws: { ...draws, inputs: INPUTS, deposited: DEPOSITED },
    orders: { givenBack, pending, paidAndGivenBack, lost: lost.id },
    told: lost.told,
    async drop() {
      await backup.drop();
      await world.drop();
    },
  };
}

/** Writes after the backup, which are lost with the database. */
async function goOn(
  { service }: DrawRig,
  was: {
    readonly partner: DrawRig["partner"];
    readonly lotId: number;
    readonly committedLotId: number;
    readonly givenBack: string;
    readonly pending: string;
    readonly paidAndGivenBack: string;
    readonly draws: { readonly client: DrawClient; readonly revealed: string };
  },
): Promise<{ readonly id: string; readonly told: Restored["told"] }> {
  const rig = new DrawRig(service, was.partner.at(service));
  await rig.partner.provider(was.pending, { outcome: "paid" });
  await rig.partner.provider(was.paidAndGivenBack, { outcome: "paid" });
  const id = await rig.sell(was.lotId, 4);
  const [order] = await rig.rows("select number::int, first_ticket from ticket_order where id = $1", id);
  for (const id of [was.givenBack, was.paidAndGivenBack])
    await rig.operator("POST", `/orders/${id}/refund`, { reason: "asked for it" });
  while ((await service.wiring.get(RefundRunner).refundOnce()) > 0);
  await rig.turn(was.committedLotId);
  const { id: lotId } = await rig.partner.lot();
  await payIn(rig);
  const { client, revealed } = was.draws;
  const reveal = await atService(client, rig.partner).reveal(revealed, INPUTS);
  if (reveal.status !== 200) throw new Error(reveal.text);
  await service.stop();
  return { id, told: { number: order.number, lastTicket: order.first_ticket + 3, lotId } };
}

/** The partner pays in for fair draws, and the service finds out. */
async function payIn({ service, chain, partner }: DrawRig): Promise<void> {
  const deposits = service.wiring.get(Deposits);
  const { depositAddress, tokenAddress } = (await deposits.target(partner.organisation.id))!;
  const units = BigInt(DEPOSITED) * UNITS_OF_A_CENT;
  await chain.send([{ token: tokenAddress as Hex, to: depositAddress as Hex, units }]);
  await chain.mine(FINAL_BLOCKS);
  while ((await deposits.watchOnce()) > 0);
}

/** The same client at another service, on a database that knows its key. */
export function atService({ apiKey, proofKey }: DrawClient, partner: DrawRig["partner"]): DrawClient {
  return DrawClient.known(partner, apiKey, proofKey);
}

/** Copies the database, as a backup has it. It must have no connections. */
async function copyOf({ url }: TestDatabase): Promise<TestDatabase> {
  const copy = await createDatabase();
  const [from, to] = [new URL(url).pathname.slice(1), new URL(copy.url).pathname.slice(1)];
  const admin = new URL(url);
  admin.pathname = "postgres";
  await withClient(admin.href, async (client) => {
    await client.query(`drop database ${to}`);
    await client.query(`create database ${to} template ${from}`);
  });
  return copy;
}

/** The provider and the chain forget nothing. */
export async function carryOver(from: string, to: string): Promise<void> {
  await withClient(from, (source) =>
    withClient(to, async (target) => {
      await target.query(`truncate ${OUTSIDE.join(", ")}`);
      for (const table of OUTSIDE) {
        const { rows } = await source.query<{ all: string }>(
          `select coalesce(json_agg(t), '[]')::text as all from ${table} t`,
        );
        await target.query(`insert into ${table} select * from json_populate_recordset(null::${table}, $1)`, [
          rows[0]!.all,
        ]);
      }
    }),
  );
}

async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Runs `npm run recover` in a separate process. @returns its exit code and output */
export async function recover(
  url: string,
  ...parameters: readonly string[]
): Promise<{ readonly code: number | null; readonly output: string }> {
  const command = [...ROOMY_NODE, join(inject("bundles"), "recover.js"), ...parameters] as const;
  const child = new ServiceProcess({ command, environment: onDatabase(url, { LOG_LEVEL: "error" }) });
  const { code } = await child.exited;
  return { code, output: child.output };
}
