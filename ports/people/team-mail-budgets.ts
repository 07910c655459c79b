import type { OrganisationId } from "../../src/shared/ids.ts";
import { type Token, token } from "../token.ts";

/** Budgets for mails that one colleague causes another to receive. Shared by all processes. */
export interface TeamMailBudgets {
  /**
   * Takes one mail from the budget of its team and from the team's budget for the recipient, so that no team can use up
   * another's. Joins the unit of work: a rollback returns both.
   * @param mail.organisationId null: the team of the service
   * @returns seconds to wait; 0: the mail may be sent
   */
  spend(
    mail: { readonly to: string; readonly organisationId: OrganisationId | null },
    limits: { readonly recipientPerHour: number; readonly teamPerDay: number },
  ): Promise<number>;
}
export const TeamMailBudgets: Token<TeamMailBudgets> = token("TeamMailBudgets");
