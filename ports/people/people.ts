import type { NewPerson, Person, PersonAccess } from "../../src/people/person.ts";
import type { PersonId } from "../../src/shared/ids.ts";
import { type Token, token } from "../token.ts";

export interface People {
  /** null: a person has the email already. */
  add(person: NewPerson): Promise<Person | null>;
  /** @param email in lower case. null: no person has it */
  byEmail(email: string): Promise<PersonAccess | null>;
  byId(id: PersonId): Promise<PersonAccess | null>;
  rename(id: PersonId, name: string): Promise<void>;
}
export const People: Token<People> = token("People");
