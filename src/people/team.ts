import { Identities } from "../../ports/people/identities.ts";
import { Logins } from "../../ports/people/logins.ts";
import { Members } from "../../ports/people/members.ts";
import { Operators } from "../../ports/people/operators.ts";
import { Passkeys } from "../../ports/people/passkeys.ts";
import { People } from "../../ports/people/people.ts";
import { Process } from "../shared/process.ts";
import { type Act, AuditTrail } from "../operations/audit-trail.ts";
import type { Organisation } from "../organisations/organisation.ts";
import type { PersonId } from "../shared/ids.ts";
import { NotFound } from "../shared/problem.ts";
import type { SignedIn } from "./login.ts";
import { type PersonAccess, worksHere } from "./person.ts";
import { InsufficientRole } from "./rights.ts";
import type { MemberRole, OperatorRole } from "./role.ts";
import { PersonSignIn } from "./person-sign-in.ts";
import { TeamMails } from "./team-mails.ts";
import { AccountManagerNeeded, type Colleague, LastOwner } from "./team-rules.ts";

type Locked = Colleague<MemberRole | OperatorRole> & { readonly owners: number };

/** Members of an organisation, and operators of the service: changes of roles, leaving, and resets of sign-ins. */
export class Team extends Process<typeof Team.needs> {
  static readonly needs = {
    members: Members,
    operators: Operators,
    people: People,
    logins: Logins,
    passkeys: Passkeys,
    identities: Identities,
    signIn: PersonSignIn,
    teamMails: TeamMails,
    trail: AuditTrail,
  };

  /** Changes a role. Raises not_found, last_owner, insufficient_role for one's own. @param by null: a token */
  changeRole(
    act: Act,
    by: SignedIn | null,
    changed: { readonly organisation: Organisation; readonly personId: PersonId; readonly role: MemberRole },
  ): Promise<Colleague<MemberRole>> {
    const { members } = this.parts;
    const { organisation, personId, role } = changed;
    refuseOwn(by, personId);
    return this.#changed(act, { organisation, personId, role }, async () => {
      const member = found(await members.lock(organisation.id, personId));
      keepOwner(member, role);
      await members.changeRole(organisation.id, personId, role);
      return member;
    });
  }

  /** Removes a member; one who works nowhere else is signed out, too. Raises not_found, last_owner. */
  remove(act: Act, organisation: Organisation, personId: PersonId): Promise<Colleague<MemberRole>> {
    const { members } = this.parts;
    return this.#changed(act, { organisation, personId, role: null }, async () => {
      const member = found(await members.lock(organisation.id, personId));
      keepOwner(member, null);
      await members.remove(organisation.id, personId);
      return member;
    });
  }

  /** Changes an operator's role, by the rules of members. */
  changeOperatorRole(act: Act, by: SignedIn | null, personId: PersonId, role: OperatorRole) {
    const { operators } = this.parts;
    refuseOwn(by, personId);
    return this.#changed(act, { organisation: null, personId, role }, async () => {
      const operator = found(await operators.lock(personId));
      keepOwner(operator, role);
      await operators.setRole(personId, role);
      return operator;
    });
  }

  removeOperator(act: Act, personId: PersonId) {
    const { operators } = this.parts;
    return this.#changed(act, { organisation: null, personId, role: null }, async () => {
      const operator = found(await operators.lock(personId));
      keepOwner(operator, null);
      await operators.setRole(personId, null);
      return operator;
    });
  }

  /**
   * Takes passkeys and logins from a member who has lost the sign-in, and mails a one-time link. An organisation may do
   * this for its own people. For a person who works elsewhere, too, an account manager is needed, and for operators an
   * owner of the service. Raises not_found, account_manager_needed, insufficient_role.
   * @returns the link, if no mail brings it
   */
  resetMember(act: Act, by: SignedIn | null, organisation: Organisation, personId: PersonId) {
    return this.#reset(act, by, {
      organisation,
      find: async () => found(await this.parts.members.lock(organisation.id, personId)),
    });
  }

  resetOperator(act: Act, by: SignedIn | null, personId: PersonId): Promise<string | null> {
    refuseOwn(by, personId);
    const find = async () => found(await this.parts.operators.lock(personId));
    return this.#reset(act, by, { organisation: null, find });
  }

  #reset(
    act: Act,
    by: SignedIn | null,
    { organisation, find }: { organisation: Organisation | null; find: () => Promise<{ id: PersonId }> },
  ): Promise<string | null> {
    const { people, passkeys, identities, logins, signIn, teamMails, trail } = this.parts;
    return trail.run(act, async (record) => {
      const { id } = await find();
      // A person who joins another team meanwhile waits.
      await identities.of(id);
      const standing = found(await people.byId(id));
      requireMayReset(by, standing);
      await passkeys.removeAll(id);
      await identities.link(id, null);
      await identities.endWays(id);
      const url = await signIn.newLink(id);
      // After the former link has ended: a login that came by it meanwhile ends, too.
      await logins.endAll(id, null);
      const content = { kind: "sign_in_reset", url } as const;
      await teamMails.send(organisation?.id ?? null, { to: standing.email, content });
      const subject = `person:${id}`;
      await record({ organisationId: organisation?.id ?? null, action: "sign_in.reset", subject, facts: {} });
      return by === null || !teamMails.offered ? url : null;
    });
  }

  /**
   * Changes a membership, mails the person, writes the audit entry, and signs out a person who works nowhere now.
   * @param change resolves to the person as before
   */
  #changed<Role extends MemberRole | OperatorRole>(
    act: Act,
    {
      organisation,
      personId,
      role,
    }: {
      readonly organisation: Organisation | null;
      readonly personId: PersonId;
      readonly role: Role | null;
    },
    change: () => Promise<Colleague<Role>>,
  ): Promise<Colleague<Role>> {
    const { people, identities, logins, teamMails, trail } = this.parts;
    return trail.run(act, async (record) => {
      const before = await change();
      // When the person is removed from two teams at once, the later removal sees that no team is left.
      if (role === null) await identities.of(personId);
      const remaining = role === null ? await people.byId(personId) : null;
      // An operator's login may have begun in ways that members may not use.
      const mustEnd = remaining !== null && (organisation === null || !worksHere(remaining));
      if (mustEnd) await logins.endAll(personId, null);
      const content = {
        kind: "role_changed",
        organisation: organisation?.name ?? null,
        role: role?.replaceAll("_", " ") ?? null,
      } as const;
      const mail = { to: before.email, content };
      if (role === null) await teamMails.tell(mail);
      else await teamMails.send(organisation?.id ?? null, mail);
      await record({
        organisationId: organisation?.id ?? null,
        action: role === null ? "person.removed" : "person.role_changed",
        subject: `person:${personId}`,
        facts: { role, formerRole: before.role, email: before.email },
      });
      return { ...before, role: role ?? before.role };
    });
  }
}

function found<T>(colleague: T | null): T {
  if (colleague === null) throw NotFound.because();
  return colleague;
}

/** Requires another owner. Raises last_owner. @param role null: leaves */
function keepOwner({ role: former, owners }: Locked, role: MemberRole | OperatorRole | null): void {
  if (former === "owner" && role !== "owner" && owners === 1) throw LastOwner.because();
}

/**
 * Refuses a reset without the needed role, since the resetting person can act as the other one everywhere. Raises
 * account_manager_needed, insufficient_role.
 * @param by null: a token
 */
function requireMayReset(by: SignedIn | null, { operatorRole, memberships }: PersonAccess): void {
  if (by === null || by.person.operatorRole === "owner") return;
  const isManager = by.person.operatorRole === "account_manager";
  // Members do not learn the reason.
  if (!isManager && (operatorRole !== null || memberships > 1)) throw AccountManagerNeeded.because();
  if (operatorRole !== null)
    throw InsufficientRole.because("Only an owner of the service can reset the sign-in of an operator.");
}

function refuseOwn(by: SignedIn | null, personId: PersonId): void {
  if (by?.person.id === personId) throw InsufficientRole.because("You cannot do this to yourself.");
}
