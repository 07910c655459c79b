import type { Registry } from "prom-client";
import type { WaitingWork } from "../../ports/operations/waiting-works.ts";
import { ageSec, type MetricText, showGauge, showGauges } from "./gauges.ts";

/** Counting stops here: more gives no further information. */
export const COUNT_AT_MOST = 10_000;

/** The waiting work, and the time of the read; mails use real time. */
type Reading = WaitingWork & { readonly now: Date; readonly realNow: Date };
type Latest = () => Promise<Reading | null>;

/** A gauge of one value, and one of a value for each label. */
interface Shows {
  show(metric: MetricText, read: (found: Reading) => number): void;
  showEach(
    metric: MetricText & { readonly label: string },
    read: (found: Reading) => readonly (readonly [string, number])[],
  ): void;
}

/** Reports what waits in the database. The gauges are absent while it cannot be read. */
export function showWaitingWork(registry: Registry, latest: Latest): void {
  const shows: Shows = {
    show: (metric, read) =>
      showGauge(registry, metric, async () => {
        const found = await latest();
        return found && read(found);
      }),
    showEach: (metric, read) =>
      showGauges(registry, metric, async () => {
        const found = await latest();
        return found ? Object.fromEntries(read(found)) : {};
      }),
  };
  showMoneyAndDraws(shows);
  showUpkeep(shows);
}

function showMoneyAndDraws({ show, showEach }: Shows): void {
  showEach(
    {
      name: "refunds_waiting",
      help: "Refunds that are not done: requested ones are under way, manual and failed ones wait for the operator.",
      label: "state",
    },
    ({ refunds }) => Object.entries(refunds).map(([state, { count }]) => [state, count]),
  );
  showEach(
    {
      name: "refund_age_seconds",
      help: "How long the oldest refund has waited that is not done; 0: there is none.",
      label: "state",
    },
    ({ refunds, now }) => Object.entries(refunds).map(([state, { since }]) => [state, ageSec(since, now)]),
  );
  show(
    { name: "draws_waiting", help: "Competitions that have ended and are to be drawn." },
    ({ draws }) => draws.count,
  );
  show(
    {
      name: "competitions_halted",
      help: "Competitions that are halted, until the operator resumes or cancels them.",
    },
    ({ halted }) => halted.count,
  );
  show(
    {
      name: "draw_age_seconds",
      help: "How long the competition has waited that ended first and is still to be drawn; 0: there is none.",
    },
    ({ draws, now }) => ageSec(draws.since, now),
  );
  show(
    {
      name: "unmatched_payments_open",
      help: "Payments for orders that are not here, and that the operator has not decided on.",
    },
    ({ unmatched }) => unmatched.reduce((sum, { count }) => sum + count, 0),
  );
  showEach(
    {
      name: "unmatched_money_open",
      help: "What those payments come to, in minor units of the currency, without what was sent back already.",
      label: "currency",
    },
    ({ unmatched }) => unmatched.map(({ currency, amount }) => [currency, amount]),
  );
}

function showUpkeep({ show, showEach }: Shows): void {
  show(
    {
      name: "mails_waiting",
      help: "Mails that are to be sent, also those that the server did not take yet.",
    },
    ({ mails }) => mails.count,
  );
  show(
    {
      name: "mail_age_seconds",
      help: "How long the oldest mail has waited that is to be sent; 0: there is none.",
    },
    ({ mails, realNow }) => ageSec(mails.since, realNow),
  );
  show(
    {
      name: "mail_code_age_seconds",
      help: "How long the oldest sign-in code has waited that is to be sent; 0: there is none.",
    },
    ({ codes, realNow }) => ageSec(codes, realNow),
  );
  showEach(
    {
      name: "book_check_age_seconds",
      help: "Time since the self-check had last read all orders, competitions, accounts or balances for draws.",
      label: "part",
    },
    ({ checked, now }) => Object.entries(checked).map(([part, since]) => [part, ageSec(since, now)]),
  );
  showEach(
    {
      name: "prune_backlog_seconds",
      help: "How long the oldest row of a table is past the age at which it is deleted; 0: it is not.",
      label: "table",
    },
    ({ unpruned, now }) => Object.entries(unpruned).map(([table, since]) => [table, ageSec(since, now)]),
  );
}
