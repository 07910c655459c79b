import { People } from "../../../ports/people/people.ts";
import type { NewPerson, Person, PersonAccess } from "../../../src/people/person.ts";
import type { OperatorRole } from "../../../src/people/role.ts";
import type { PersonId } from "../../../src/shared/ids.ts";
import { int4, int8, row, text } from "../statements/row.ts";
import { statement } from "../statements/statement.ts";
import { Store } from "../database/store.ts";

const PERSON = {
  id: int8<PersonId>(),
  email: text(),
  name: text(),
  operatorRole: text<OperatorRole>().orNull,
};
const ADDED = row("person p", PERSON);
/** A person `p`. */
const STANDING = row("person p", {
  ...PERSON,
  memberships: int4({ sql: "(select count(*)::integer from membership m where m.person_id = p.id)" }),
  passkeys: int4({ sql: "(select count(*)::integer from passkey k where k.person_id = p.id)" }),
});
const ADD = statement(
  "add-person",
  `insert into person as p (email, name, operator_role, handle, created_at) values ($1, $2, $3, $4, $5)
    on conflict (email) do nothing returning ${ADDED.columns}`,
);
const BY_EMAIL = statement("person-by-email", `select ${STANDING.columns} from person p where p.email = $1`);
const BY_ID = statement("person-by-id", `select ${STANDING.columns} from person p where p.id = $1`);
const RENAME = statement("rename-person", "update person p set name = $2 where p.id = $1");

export class PostgresPeople extends Store implements People {
  static readonly as = People;

  async add({ email, name, operatorRole, handle, createdAt }: NewPerson): Promise<Person | null> {
    const [added] = await this.db.query(ADD, [email, name, operatorRole, Buffer.from(handle), createdAt]);
    return added ? ADDED.record(added) : null;
  }

  async byEmail(email: string): Promise<PersonAccess | null> {
    const [found] = await this.db.query(BY_EMAIL, [email]);
    return found ? STANDING.record(found) : null;
  }

  async byId(id: PersonId): Promise<PersonAccess | null> {
    const [found] = await this.db.query(BY_ID, [id]);
    return found ? STANDING.record(found) : null;
  }

  async rename(id: PersonId, name: string): Promise<void> {
    await this.db.query(RENAME, [id, name]);
  }
}
