import { type WaitingWork, WaitingWorks } from "../../../ports/operations/waiting-works.ts";
import { statement } from "../statements/statement.ts";
import { Store } from "../database/store.ts";

const READ = statement(
  "waiting-work",
  `select 'refunds' as what, state as kind, waiting, null::bigint as amount, since from waiting_refunds($2)
    union all select case when halted then 'halted' else 'draws' end, null, waiting, null, since from waiting_draws($2)
    union all select 'unmatched', currency, waiting, amount, since from waiting_unmatched($2)
    union all select 'mails', null, waiting, null, since from waiting_mails($2)
    union all select 'codes', null, null, null, waiting_codes()
    union all select 'checked', part, null, null, round_ended_at from book_check where part <> 'fresh'
    union all select 'unpruned', kind, null, null, since from unpruned($1)`,
);

interface Found {
  readonly what: keyof WaitingWork;
  readonly kind: string;
  readonly waiting: number;
  readonly amount: number;
  readonly since: Date | null;
}

export class PostgresWaitingWorks extends Store implements WaitingWorks {
  static readonly as = WaitingWorks;

  async read(now: Date, countAtMost: number): Promise<WaitingWork> {
    const found = await this.db.read<Found>(READ, [now, countAtMost], "recent");
    const of = (work: Found["what"]) => found.filter(({ what }) => what === work);
    const byKind = <T>(work: Found["what"], valueOf: (row: Found) => T) =>
      Object.fromEntries(of(work).map((row) => [row.kind, valueOf(row)]));
    const waiting = ({ waiting: count, since }: Found) => ({ count, since });
    return {
      refunds: byKind("refunds", waiting) as WaitingWork["refunds"],
      draws: waiting(of("draws")[0]!),
      halted: waiting(of("halted")[0]!),
      mails: waiting(of("mails")[0]!),
      codes: of("codes")[0]!.since,
      unmatched: of("unmatched").map((row) => ({
        ...waiting(row),
        amount: row.amount,
        currency: row.kind,
      })),
      checked: byKind("checked", ({ since }) => since),
      unpruned: byKind("unpruned", ({ since }) => since),
    };
  }
}
