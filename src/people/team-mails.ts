import { MailSettings } from "../../ports/settings.ts";
import { Mails } from "../../ports/mails/mails.ts";
import { TeamMailBudgets } from "../../ports/people/team-mail-budgets.ts";
import { Process } from "../shared/process.ts";
import type { NewPersonMail } from "../mails/mail.ts";
import type { OrganisationId } from "../shared/ids.ts";
import { defineProblem } from "../shared/problem.ts";

/** Limits of mails about invitations, roles and sign-in resets: to one address, and of one team. */
const LIMITS = { recipientPerHour: 5, teamPerDay: 100 } as const;

export const TooManyTeamMails = defineProblem(
  "rate_limited",
  "limited",
  "Too many mails were sent to this person or by this team. Try again later.",
);

/** Mails that one colleague causes another to receive. */
export class TeamMails extends Process<typeof TeamMails.needs> {
  static readonly needs = { mails: Mails, mailSettings: MailSettings, budgets: TeamMailBudgets };

  /** Returns whether this service sends mails. */
  get offered(): boolean {
    return this.parts.mailSettings.offered;
  }

  /**
   * Sends a mail in the unit of work of its cause, if mails are offered. Raises rate_limited, which undoes the cause.
   * @param organisationId null: the team of the service
   */
  async send(organisationId: OrganisationId | null, { to, content }: NewPersonMail): Promise<void> {
    if (!this.offered) return;
    const { budgets } = this.parts;
    const retryAfter = await budgets.spend({ to, organisationId }, LIMITS);
    if (retryAfter > 0) throw TooManyTeamMails.because(undefined, { retryAfter });
    await this.tell({ to, content });
  }

  /** Sends a mail outside all budgets: its cause must never be refused, and cannot be repeated. */
  async tell(mail: NewPersonMail): Promise<void> {
    if (this.offered) await this.parts.mails.addForPerson(mail);
  }
}
