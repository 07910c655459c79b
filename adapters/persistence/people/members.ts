import { Members } from "../../../ports/people/members.ts";
import type { MemberRole } from "../../../src/people/role.ts";
import type { OrganisationId, PersonId } from "../../../src/shared/ids.ts";
import { Database } from "../database/database.ts";
import { statement } from "../statements/statement.ts";

const ADD = statement(
  "add-membership",
  `insert into membership as m (organisation_id, person_id, role, created_at) values ($1, $2, $3, $4)
    on conflict do nothing returning m.person_id`,
);

export class PostgresMembers implements Members {
  static readonly as = Members;
  static readonly needs = [Database] as const;
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async add(
    organisationId: OrganisationId,
    personId: PersonId,
    role: MemberRole,
    now: Date,
  ): Promise<boolean> {
    return (await this.#db.query(ADD, [organisationId, personId, role, now])).length > 0;
  }
}
