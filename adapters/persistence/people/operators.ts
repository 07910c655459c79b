import type { Page } from "../../../ports/page.ts";
import { Operators } from "../../../ports/people/operators.ts";
import type { OperatorRole } from "../../../src/people/role.ts";
import type { Colleague } from "../../../src/people/team-rules.ts";
import type { PersonId } from "../../../src/shared/ids.ts";
import { behind } from "../statements/behind.ts";
import { int4, int8, row, text, time } from "../statements/row.ts";
import { statement } from "../statements/statement.ts";
import { Store } from "../database/store.ts";

/** An operator `p`: a person with a role here. */
const OPERATOR = row("person p", {
  id: int8<PersonId>(),
  email: text(),
  name: text(),
  role: text<OperatorRole>({ sql: "coalesce(p.operator_role, '')" }),
  passkeys: int4({ sql: "(select count(*)::integer from passkey k where k.person_id = p.id)" }),
  since: time("created_at"),
  seenAt: time({ sql: "(select max(l.seen_at) from login l where l.person_id = p.id)" }).orNull,
});
const LIST = statement(
  "list-operators",
  `select ${OPERATOR.columns} from person p where p.operator_role is not null and ${behind(["p.id"], ["$1"])}
    order by p.id desc limit $2`,
);
const TAKE_TURNS = statement(
  "lock-operators",
  "select pg_advisory_xact_lock(hashtextextended('operators', 0))",
);
const BY_ID = statement(
  "operator-by-id",
  `select ${OPERATOR.columns}, (select count(*)::integer from person o where o.operator_role = 'owner') as owners
    from person p where p.id = $1 and p.operator_role is not null`,
);
const SET_ROLE = statement("set-operator-role", "update person p set operator_role = $2 where p.id = $1");

export class PostgresOperators extends Store implements Operators {
  static readonly as = Operators;

  async list(page: Page): Promise<Colleague<OperatorRole>[]> {
    return (await this.db.query(LIST, [page.after, page.limit])).map(OPERATOR.record);
  }

  async lock(personId: PersonId): ReturnType<Operators["lock"]> {
    await this.db.query(TAKE_TURNS, []);
    const [found] = await this.db.query<{ owners: number }>(BY_ID, [personId]);
    return found ? { ...OPERATOR.record(found), owners: found.owners } : null;
  }

  async setRole(personId: PersonId, role: OperatorRole | null): Promise<void> {
    await this.db.query(SET_ROLE, [personId, role]);
  }
}
