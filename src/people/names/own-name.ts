import { People } from "../../../ports/people/people.ts";
import { Process } from "../../shared/process.ts";
import { type Act, AuditTrail } from "../../operations/audit-trail.ts";
import type { Person } from "../person.ts";

/** A person's own name, which colleagues see. */
export class OwnName extends Process<typeof OwnName.needs> {
  static readonly needs = { people: People, trail: AuditTrail };

  /** Changes the name; the audit keeps the former one. The same name again changes nothing. */
  async change(act: Act, person: Person, name: string): Promise<Person> {
    const { people, trail } = this.parts;
    if (name === person.name) return person;
    return trail.run(act, async (record) => {
      await people.rename(person.id, name);
      const facts = { name, formerName: person.name };
      await record({ organisationId: null, action: "person.renamed", subject: `person:${person.id}`, facts });
      return { ...person, name };
    });
  }
}
