import type { Page } from "../../../ports/page.ts";
import { Members } from "../../../ports/people/members.ts";
import type { MemberRole } from "../../../src/people/role.ts";
import type { Colleague } from "../../../src/people/team-rules.ts";
import type { OrganisationId, PersonId } from "../../../src/shared/ids.ts";
import { behind } from "../statements/behind.ts";
import { int4, int8, row, text, time } from "../statements/row.ts";
import { statement } from "../statements/statement.ts";
import { Store } from "../database/store.ts";

/** A membership `m` of a person `p`. */
const MEMBER = row("membership m", {
  id: int8<PersonId>("person_id"),
  email: text({ sql: "p.email" }),
  name: text({ sql: "p.name" }),
  role: text<MemberRole>(),
  passkeys: int4({ sql: "(select count(*)::integer from passkey k where k.person_id = p.id)" }),
  since: time("created_at"),
  seenAt: time({ sql: "(select max(l.seen_at) from login l where l.person_id = p.id)" }).orNull,
});
const ADD = statement(
  "add-membership",
  `insert into membership as m (organisation_id, person_id, role, created_at) values ($1, $2, $3, $4)
    on conflict do nothing returning m.person_id`,
);
const LIST = statement(
  "list-members",
  `select ${MEMBER.columns} from membership m join person p on p.id = m.person_id
    where m.organisation_id = $1 and ${behind(["m.organisation_id", "m.person_id"], ["$1", "$2"])}
    order by m.person_id desc limit $3`,
);
const ADDRESSES = statement(
  "addresses-of-members",
  `select p.email from membership m join person p on p.id = m.person_id
    where m.organisation_id = $1 and m.role = any($2) order by m.created_at, m.person_id limit $3`,
);
const TAKE_TURNS = statement(
  "lock-members",
  "select pg_advisory_xact_lock(hashtextextended('members ' || $1::bigint, 0))",
);
const BY_ID = statement(
  "member-by-id",
  `select ${MEMBER.columns}, (select count(*)::integer from membership o
      where o.organisation_id = $1 and o.role = 'owner') as owners
    from membership m join person p on p.id = m.person_id where m.organisation_id = $1 and m.person_id = $2`,
);
const CHANGE_ROLE = statement(
  "change-member-role",
  "update membership m set role = $3 where m.organisation_id = $1 and m.person_id = $2",
);
const REMOVE = statement(
  "remove-member",
  "delete from membership m where m.organisation_id = $1 and m.person_id = $2",
);

export class PostgresMembers extends Store implements Members {
  static readonly as = Members;

  async add(
    organisationId: OrganisationId,
    personId: PersonId,
    role: MemberRole,
    now: Date,
  ): Promise<boolean> {
    return (await this.db.query(ADD, [organisationId, personId, role, now])).length > 0;
  }

  async list(organisationId: OrganisationId, page: Page): Promise<Colleague<MemberRole>[]> {
    return (await this.db.query(LIST, [organisationId, page.after, page.limit])).map(MEMBER.record);
  }

  async addresses(
    organisationId: OrganisationId,
    roles: readonly MemberRole[],
    limit: number,
  ): Promise<string[]> {
    const found = await this.db.query<{ email: string }>(ADDRESSES, [organisationId, roles, limit]);
    return found.map(({ email }) => email);
  }

  async lock(organisationId: OrganisationId, personId: PersonId): ReturnType<Members["lock"]> {
    await this.db.query(TAKE_TURNS, [organisationId]);
    const [found] = await this.db.query<{ owners: number }>(BY_ID, [organisationId, personId]);
    return found ? { ...MEMBER.record(found), owners: found.owners } : null;
  }

  async changeRole(organisationId: OrganisationId, personId: PersonId, role: MemberRole): Promise<void> {
    await this.db.query(CHANGE_ROLE, [organisationId, personId, role]);
  }

  async remove(organisationId: OrganisationId, personId: PersonId): Promise<void> {
    await this.db.query(REMOVE, [organisationId, personId]);
  }
}
