import { Logins } from "../../ports/people/logins.ts";
import { RealClock } from "../../ports/clock.ts";
import { Process } from "../shared/process.ts";
import { type Act, AuditTrail } from "../operations/audit-trail.ts";
import type { LoginId } from "../shared/ids.ts";
import { NotFound } from "../shared/problem.ts";
import type { Login, SignedIn } from "./login.ts";

export class OwnLogins extends Process<typeof OwnLogins.needs> {
  static readonly needs = { logins: Logins, trail: AuditTrail, clock: RealClock };

  list({ person }: SignedIn): Promise<Login[]> {
    return this.parts.logins.list(person.id, this.parts.clock.now());
  }

  /** Ends a login. Raises not_found. */
  end(act: Act, { person }: SignedIn, id: LoginId): Promise<void> {
    const { logins, trail } = this.parts;
    return trail.run(act, async (record) => {
      if (!(await logins.end(person.id, id))) throw NotFound.because("You have no such login.");
      const subject = `person:${person.id}`;
      await record({ organisationId: null, action: "login.ended", subject, facts: { loginId: id } });
    });
  }

  /** Ends all other logins. @returns their number */
  endOthers(act: Act, { person, loginId }: SignedIn): Promise<number> {
    const { logins, trail } = this.parts;
    return trail.run(act, async (record) => {
      const ended = await logins.endAll(person.id, loginId);
      const subject = `person:${person.id}`;
      if (ended > 0) await record({ organisationId: null, action: "login.ended", subject, facts: { ended } });
      return ended;
    });
  }
}
