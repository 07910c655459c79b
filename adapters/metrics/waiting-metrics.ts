import { Gauge, type Registry } from "prom-client";
import type { WaitingWork } from "../../ports/operations/waiting-works.ts";

/** Counting stops here: more gives no further information. */
export const COUNT_AT_MOST = 10_000;

/** The waiting work, and the time of the read; mails use real time. */
type Reading = WaitingWork & { readonly now: Date; readonly realNow: Date };
type Latest = () => Promise<Reading | null>;

/** Reports what waits in the database. The gauges are absent while it cannot be read. */
export function showWaitingWork(registry: Registry, latest: Latest): void {
  const gauges = [
    ...refundGauges(latest),
    ...drawGauges(latest),
    ...unmatchedGauges(latest),
    ...mailGauges(latest),
    checkGauge(latest),
    pruneGauge(latest),
  ];
  for (const gauge of gauges) registry.registerMetric(gauge);
}

function refundGauges(latest: Latest): Gauge<"state">[] {
  return [
    new Gauge({
      name: "refunds_waiting",
      help: "Refunds that are not done: requested ones are under way, manual and failed ones wait for the operator.",
      labelNames: ["state"],
      registers: [],
      async collect() {
        this.reset();
        const found = await latest();
        for (const [state, { count }] of Object.entries(found?.refunds ?? {})) this.set({ state }, count);
      },
    }),
    new Gauge({
      name: "refund_age_seconds",
      help: "How long the oldest refund has waited that is not done; 0: there is none.",
      labelNames: ["state"],
      registers: [],
      async collect() {
        this.reset();
        const found = await latest();
        for (const [state, { since }] of Object.entries(found?.refunds ?? {}))
          this.set({ state }, ageSec(since, found!.now));
      },
    }),
  ];
}

function drawGauges(latest: Latest): Gauge[] {
  return [
    new Gauge({
      name: "draws_waiting",
      help: "Competitions that have ended and are to be drawn.",
      registers: [],
      async collect() {
        this.remove();
        const found = await latest();
        if (found) this.set(found.draws.count);
      },
    }),
    new Gauge({
      name: "competitions_halted",
      help: "Competitions that are halted, until the operator resumes or cancels them.",
      registers: [],
      async collect() {
        this.remove();
        const found = await latest();
        if (found) this.set(found.halted.count);
      },
    }),
    new Gauge({
      name: "draw_age_seconds",
      help: "How long the competition has waited that ended first and is still to be drawn; 0: there is none.",
      registers: [],
      async collect() {
        this.remove();
        const found = await latest();
        if (found) this.set(ageSec(found.draws.since, found.now));
      },
    }),
  ];
}

function unmatchedGauges(latest: Latest): Gauge<"currency">[] {
  return [
    new Gauge({
      name: "unmatched_payments_open",
      help: "Payments for orders that are not here, and that the operator has not decided on.",
      registers: [],
      async collect() {
        this.remove();
        const found = await latest();
        if (found) this.set(found.unmatched.reduce((sum, { count }) => sum + count, 0));
      },
    }),
    new Gauge({
      name: "unmatched_money_open",
      help: "What those payments come to, in minor units of the currency, without what was sent back already.",
      labelNames: ["currency"],
      registers: [],
      async collect() {
        this.reset();
        const found = await latest();
        for (const { currency, amount } of found?.unmatched ?? []) this.set({ currency }, amount);
      },
    }),
  ];
}

function mailGauges(latest: Latest): Gauge[] {
  return [
    new Gauge({
      name: "mails_waiting",
      help: "Mails that are to be sent, also those that the server did not take yet.",
      registers: [],
      async collect() {
        this.remove();
        const found = await latest();
        if (found) this.set(found.mails.count);
      },
    }),
    new Gauge({
      name: "mail_age_seconds",
      help: "How long the oldest mail has waited that is to be sent; 0: there is none.",
      registers: [],
      async collect() {
        this.remove();
        const found = await latest();
        if (found) this.set(ageSec(found.mails.since, found.realNow));
      },
    }),
  ];
}

function checkGauge(latest: Latest): Gauge<"part"> {
  return new Gauge({
    name: "book_check_age_seconds",
    help: "Time since the self-check had last read all orders, competitions, accounts or balances for draws.",
    labelNames: ["part"],
    registers: [],
    async collect() {
      this.reset();
      const found = await latest();
      for (const [part, since] of Object.entries(found?.checked ?? {}))
        this.set({ part }, ageSec(since, found!.now));
    },
  });
}

function pruneGauge(latest: Latest): Gauge<"table"> {
  return new Gauge({
    name: "prune_backlog_seconds",
    help: "How long the oldest row of a table is past the age at which it is deleted; 0: it is not.",
    labelNames: ["table"],
    registers: [],
    async collect() {
      this.reset();
      const found = await latest();
      for (const [table, since] of Object.entries(found?.unpruned ?? {}))
        this.set({ table }, ageSec(since, found!.now));
    },
  });
}

function ageSec(since: Date | null, now: Date): number {
  return since === null ? 0 : Math.max(0, now.getTime() - since.getTime()) / 1000;
}
