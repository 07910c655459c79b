import type { OperatorRole } from "../../src/people/role.ts";
import type { Colleague } from "../../src/people/team-rules.ts";
import type { PersonId } from "../../src/shared/ids.ts";
import type { Page } from "../page.ts";
import { type Token, token } from "../token.ts";

/** The people who work for the service. */
export interface Operators {
  /** Those who were here last first. */
  list(page: Page): Promise<Colleague<OperatorRole>[]>;
  /** Takes turns with others who change operators, until the unit of work ends. null: the person is none */
  lock(personId: PersonId): Promise<(Colleague<OperatorRole> & { readonly owners: number }) | null>;
  /** @param role null: no operator any more. */
  setRole(personId: PersonId, role: OperatorRole | null): Promise<void>;
}
export const Operators: Token<Operators> = token("Operators");
