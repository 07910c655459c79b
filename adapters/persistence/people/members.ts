import type { Page } from "../../../ports/page.ts";
import { Members } from "../../../ports/people/members.ts";
import type { MemberRole } from "../../../src/people/role.ts";
import type { Colleague } from "../../../src/people/team-rules.ts";
import type { OrganisationId, PersonId } from "../../../src/shared/ids.ts";
import { Store } from "../database/store.ts";
import { MembershipRow } from "../entities/people.ts";
import { int4, selection, text, time } from "../statements/selection.ts";
import { statement } from "../statements/statement.ts";

/** A membership `m` of a person `p`. */
const COLLEAGUE = {
  id: "personId",
  email: text({ sql: "p.email" }),
  name: text({ sql: "p.name" }),
  role: "role",
  passkeys: int4({ sql: "(select count(*)::integer from passkey k where k.person_id = p.id)" }),
  since: "createdAt",
  seenAt: time({ sql: "(select max(l.seen_at) from login l where l.person_id = p.id)" }).orNull,
} as const;
const OWNERS = `(select count(*)::integer from membership o
  where o.organisation_id = m.organisation_id and o.role = 'owner')`;
const MEMBER = selection(MembershipRow, "m", [], COLLEAGUE, { p: "person" });
const OF_TEAM = selection(
  MembershipRow,
  "m",
  [],
  { ...COLLEAGUE, owners: int4({ sql: OWNERS }) },
  { p: "person" },
);
const ADDRESS = selection(MembershipRow, "m", [], { email: text({ sql: "p.email" }) }, { p: "person" });
const TAKE_TURNS = statement(
  "lock-members",
  "select pg_advisory_xact_lock(hashtextextended('members ' || $1::bigint, 0))",
);

export class PostgresMembers extends Store implements Members {
  static readonly as = Members;

  async add(
    organisationId: OrganisationId,
    personId: PersonId,
    role: MemberRole,
    now: Date,
  ): Promise<boolean> {
    const members = this.db.of(organisationId, MembershipRow);
    return (await members.addOnce({ personId, role, createdAt: now }, "any")) !== null;
  }

  list(organisationId: OrganisationId, page: Page): Promise<Colleague<MemberRole>[]> {
    return this.db.of(organisationId, MEMBER).page(page, {}, { by: "personId" });
  }

  async addresses(
    organisationId: OrganisationId,
    roles: readonly MemberRole[],
    limit: number,
  ): Promise<string[]> {
    const order = { createdAt: "asc", personId: "asc" } as const;
    const found = await this.db.of(organisationId, ADDRESS).list({ role: roles }, { order, limit });
    return found.map(({ email }) => email);
  }

  async lock(organisationId: OrganisationId, personId: PersonId): ReturnType<Members["lock"]> {
    await this.db.query(TAKE_TURNS, [organisationId]);
    return this.db.of(organisationId, OF_TEAM).one({ personId });
  }

  async changeRole(organisationId: OrganisationId, personId: PersonId, role: MemberRole): Promise<void> {
    await this.db.of(organisationId, MembershipRow).change({ personId }, { role });
  }

  async remove(organisationId: OrganisationId, personId: PersonId): Promise<void> {
    await this.db.of(organisationId, MembershipRow).remove({ personId });
  }
}
