import { Clock } from "../../ports/clock.ts";
import { Accounts } from "../../ports/buyers/accounts.ts";
import { Process } from "../shared/process.ts";
import { type Act, AuditTrail } from "../operations/audit-trail.ts";
import type { AccountId, OrganisationId } from "../shared/ids.ts";
import { NotFound } from "../shared/problem.ts";
import type { Account } from "../buyers/account.ts";

/** The operator's actions on buyers' credit. Each writes an audit entry. */
export class CreditAdministration extends Process<typeof CreditAdministration.needs> {
  static readonly needs = { accounts: Accounts, trail: AuditTrail, clock: Clock };

  /** Adds to the account's credit, in US cents. Raises not_found. */
  grantCredit(
    act: Act,
    organisationId: OrganisationId,
    accountId: AccountId,
    grant: { readonly amountCents: number; readonly reason: string },
  ): Promise<Account> {
    const { trail, accounts, clock } = this.parts;
    return trail.run(act, async (record) => {
      const account = await accounts.grantCredit(organisationId, accountId, {
        ...grant,
        now: clock.now(),
      });
      if (account === null) throw NotFound.because();
      await record({
        organisationId,
        action: "credit.granted",
        subject: `account:${accountId}`,
        facts: { ...grant },
      });
      return account;
    });
  }
}
