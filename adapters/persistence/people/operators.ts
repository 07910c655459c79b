import type { Page } from "../../../ports/page.ts";
import { Operators } from "../../../ports/people/operators.ts";
import type { OperatorRole } from "../../../src/people/role.ts";
import type { Colleague } from "../../../src/people/team-rules.ts";
import type { PersonId } from "../../../src/shared/ids.ts";
import { Store } from "../database/store.ts";
import { PersonRow } from "../entities/people.ts";
import { int4, selection, text, time } from "../statements/selection.ts";
import { statement } from "../statements/statement.ts";

/** An operator `p`: a person with a role here. */
const COLLEAGUE = {
  id: "id",
  email: "email",
  name: "name",
  role: text<OperatorRole>({ sql: "coalesce(p.operator_role, '')" }),
  passkeys: int4({ sql: "(select count(*)::integer from passkey k where k.person_id = p.id)" }),
  since: "createdAt",
  seenAt: time({ sql: "(select max(l.seen_at) from login l where l.person_id = p.id)" }).orNull,
} as const;
const OPERATOR = selection(PersonRow, "p", [], COLLEAGUE);
const OF_TEAM = selection(PersonRow, "p", [], {
  ...COLLEAGUE,
  owners: int4({ sql: "(select count(*)::integer from person o where o.operator_role = 'owner')" }),
});
const TAKE_TURNS = statement(
  "lock-operators",
  "select pg_advisory_xact_lock(hashtextextended('operators', 0))",
);

export class PostgresOperators extends Store implements Operators {
  static readonly as = Operators;

  list(page: Page): Promise<Colleague<OperatorRole>[]> {
    return this.db.rows(OPERATOR).page(page, { operatorRole: { $ne: null } });
  }

  async lock(personId: PersonId): ReturnType<Operators["lock"]> {
    await this.db.query(TAKE_TURNS, []);
    return this.db.rows(OF_TEAM).one({ id: personId, operatorRole: { $ne: null } });
  }

  async setRole(personId: PersonId, role: OperatorRole | null): Promise<void> {
    await this.db.rows(PersonRow).change({ id: personId }, { operatorRole: role });
  }
}
