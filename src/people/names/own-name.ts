import { People } from "../../../ports/people/people.ts";
import type { Parts } from "../../../ports/token.ts";
import { type Act, AuditTrail } from "../../operations/audit-trail.ts";
import type { Person } from "../person.ts";

const NEEDS = { people: People, trail: AuditTrail };

/** A person's own name, which colleagues see. */
export class OwnName {
  static readonly needs = NEEDS;
  readonly #parts: Parts<typeof NEEDS>;

  constructor(parts: Parts<typeof NEEDS>) {
    this.#parts = parts;
  }

  /** Changes the name; the audit keeps the former one. The same name again changes nothing. */
  async change(act: Act, person: Person, name: string): Promise<Person> {
    const { people, trail } = this.#parts;
    if (name === person.name) return person;
    return trail.run(act, async (record) => {
      await people.rename(person.id, name);
      const facts = { name, formerName: person.name };
      await record({ organisationId: null, action: "person.renamed", subject: `person:${person.id}`, facts });
      return { ...person, name };
    });
  }
}
