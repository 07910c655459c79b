import { People } from "../../../ports/people/people.ts";
import type { NewPerson, Person, PersonAccess } from "../../../src/people/person.ts";
import type { PersonId } from "../../../src/shared/ids.ts";
import { Store } from "../database/store.ts";
import { PersonRow } from "../entities/people.ts";
import { int4, selection } from "../statements/selection.ts";

const PERSON = selection(PersonRow, "p", ["id", "email", "name", "operatorRole"]);
/** A person `p`. Memberships count in all organisations. */
const STANDING = selection(PersonRow, "p", ["id", "email", "name", "operatorRole"], {
  memberships: int4({ sql: "(select count(*)::integer from membership m where m.person_id = p.id)" }),
  passkeys: int4({ sql: "(select count(*)::integer from passkey k where k.person_id = p.id)" }),
});

export class PostgresPeople extends Store implements People {
  static readonly as = People;

  add({ email, name, operatorRole, handle, createdAt }: NewPerson): Promise<Person | null> {
    return this.db.rows(PERSON).addOnce({ email, name, operatorRole, handle, createdAt }, ["email"]);
  }

  byEmail(email: string): Promise<PersonAccess | null> {
    return this.db.rows(STANDING).one({ email });
  }

  byId(id: PersonId): Promise<PersonAccess | null> {
    return this.db.rows(STANDING).one({ id });
  }

  async rename(id: PersonId, name: string): Promise<void> {
    await this.db.rows(PersonRow).change({ id }, { name });
  }
}
