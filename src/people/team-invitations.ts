import { ConsoleSettings } from "../../ports/settings.ts";
import type { Page } from "../../ports/page.ts";
import { Identities } from "../../ports/people/identities.ts";
import { IdentityProvider } from "../../ports/people/identity-provider.ts";
import { Invitations } from "../../ports/people/invitations.ts";
import { Logins } from "../../ports/people/logins.ts";
import { Members } from "../../ports/people/members.ts";
import { Operators } from "../../ports/people/operators.ts";
import { Passkeys } from "../../ports/people/passkeys.ts";
import { People } from "../../ports/people/people.ts";
import { SignInLinks } from "../../ports/people/sign-in-links.ts";
import { RealClock } from "../../ports/clock.ts";
import { Random } from "../../ports/crypto.ts";
import { Process } from "../shared/process.ts";
import { type Act, AuditTrail, whoDid } from "../operations/audit-trail.ts";
import { hashOf, newBrowserValue } from "../shared/sign-in/browser-code.ts";
import { readMailAddress } from "../mails/mail-address.ts";
import type { InvitationId, LoginId, OrganisationId } from "../shared/ids.ts";
import { invariant } from "../shared/invariant.ts";
import { invalid, NotFound } from "../shared/problem.ts";
import { OperatorNetwork, SignInRequired } from "./login.ts";
import { type Person, worksHere } from "./person.ts";
import type { MemberRole, OperatorRole } from "./role.ts";
import { ProviderRequired } from "./provider/provider.ts";
import { PersonSignIn, type SignInBrowser } from "./person-sign-in.ts";
import { TeamMails } from "./team-mails.ts";
import { AlreadyMember, type Invitation, INVITATION_MS, InvitationExpired } from "./team-rules.ts";

/** An invitation with its link, which is shown if no mail brings it, and to the holder of the token. */
interface Sent {
  readonly invitation: Invitation;
  readonly link: string | null;
}

/** Proof of the accepting person's email. */
type Proof =
  | { readonly by: "login"; readonly loginId: LoginId }
  | { readonly by: "provider" }
  | { readonly by: "link" };

/** Invitations to work for an organisation, or for the service: each to an email, which must be proven. */
export class TeamInvitations extends Process<typeof TeamInvitations.needs> {
  static readonly needs = {
    invitations: Invitations,
    members: Members,
    operators: Operators,
    people: People,
    logins: Logins,
    passkeys: Passkeys,
    links: SignInLinks,
    identities: Identities,
    signIn: PersonSignIn,
    teamMails: TeamMails,
    settings: ConsoleSettings,
    provider: IdentityProvider,
    trail: AuditTrail,
    random: Random,
    clock: RealClock,
  };

  /** Invites a person. Raises invalid_request, already_member. */
  invite(
    act: Act,
    request: {
      readonly organisationId: OrganisationId | null;
      readonly email: string;
      readonly role: MemberRole | OperatorRole;
    },
  ): Promise<Sent> {
    const { invitations, people, members, trail, random, clock } = this.parts;
    const email = readMailAddress(request.email);
    const { organisationId, role } = request;
    if (email === null) throw invalid("email", "invalid_format", "email must be an email address.");
    return trail.run(act, async (record) => {
      const known = await people.byEmail(email);
      const isIn =
        known !== null &&
        (organisationId === null
          ? known.operatorRole !== null
          : (await members.lock(organisationId, known.id)) !== null);
      if (isIn) throw AlreadyMember.because();
      const { value, hash } = newBrowserValue(random);
      const createdAt = clock.now();
      const expiresAt = new Date(createdAt.getTime() + INVITATION_MS);
      const inviter = whoDid(act);
      const wantedRow = { organisationId, email, role, inviter, hash, createdAt, expiresAt };
      const invitation = await invitations.add(wantedRow);
      if (invitation === null) throw AlreadyMember.because();
      const facts = { email, role };
      await record({
        organisationId,
        action: "person.invited",
        subject: `invitation:${invitation.id}`,
        facts,
      });
      return this.#sent(act, invitation, value);
    });
  }

  /** Sends a new link; the former one ends. Raises not_found. */
  resend(act: Act, organisationId: OrganisationId | null, id: InvitationId): Promise<Sent> {
    const { invitations, trail, random, clock } = this.parts;
    return trail.run(act, async (record) => {
      const { value, hash } = newBrowserValue(random);
      const expiresAt = new Date(clock.now().getTime() + INVITATION_MS);
      const invitation = await invitations.renew(organisationId, id, { hash, expiresAt });
      if (invitation === null) throw NotFound.because();
      const facts = { email: invitation.email, role: invitation.role };
      await record({ organisationId, action: "invitation.resent", subject: `invitation:${id}`, facts });
      return this.#sent(act, invitation, value);
    });
  }

  withdraw(act: Act, organisationId: OrganisationId | null, id: InvitationId): Promise<void> {
    const { invitations, trail, clock } = this.parts;
    return trail.run(act, async (record) => {
      const invitation = await invitations.withdraw(organisationId, id, clock.now());
      if (invitation === null) throw NotFound.because();
      const facts = { email: invitation.email, role: invitation.role };
      await record({ organisationId, action: "invitation.withdrawn", subject: `invitation:${id}`, facts });
    });
  }

  list(organisationId: OrganisationId | null, page: Page): Promise<Invitation[]> {
    return this.parts.invitations.list(organisationId, page);
  }

  /** Returns the link's invitation. Raises invitation_expired. */
  async look(token: string): Promise<Invitation> {
    const { invitations, clock } = this.parts;
    const invitation = await invitations.byHash(hashOf(token), clock.now());
    if (invitation === null) throw InvitationExpired.because();
    return invitation;
  }

  /**
   * Accepts an invitation for the person who is signed in by its email. Where no mails are sent, the link alone
   * suffices for a person who works nowhere yet and has no passkey: the inviter sees the link, and could be that person
   * everywhere. Raises invitation_expired, sign_in_required, already_member, operator_network; provider_required where
   * operators must use the identity provider.
   * @returns the value of a new login's cookie; null: the present one continues
   */
  async accept(act: Act, token: string, browser: SignInBrowser): Promise<string | null> {
    const { signIn, people, provider } = this.parts;
    const admitted = browser.former === null ? null : await signIn.admit(browser.former);
    const signedIn = admitted?.signedIn ?? null;
    return signIn.recorded(act, "invitation", async () => {
      const invitation = await this.look(token);
      if (invitation.organisation === null && provider?.isOnlyWay) throw ProviderRequired.because();
      if (signedIn !== null && signedIn.person.email === invitation.email) {
        const { loginId, person } = signedIn;
        const isOperators = invitation.organisation === null || person.operatorRole !== null;
        if (isOperators && !browser.isOperatorsPlace) throw OperatorNetwork.because();
        await this.join(act, invitation, person, { by: "login", loginId });
        return null;
      }
      const known = await people.byEmail(invitation.email);
      const mayPass = known === null || (known.passkeys === 0 && !worksHere(known));
      if (this.parts.teamMails.offered || !mayPass)
        throw SignInRequired.because("Sign in with the invited email, then accept.");
      const person = known ?? (await signIn.newPerson(invitation.email));
      await this.join(act, invitation, person, { by: "link" });
      // A person who became an operator meanwhile is treated as one.
      const joined = await people.byId(person.id);
      invariant(joined, "the accepted person exists");
      return signIn.begin(act, joined, { means: "invitation", confirmed: false }, browser);
    });
  }

  /**
   * Joins a person to the team, within the unit of work that has found the invitation. A new operator is signed out
   * everywhere else, and loses earlier passkeys where an identity provider proves the person: people who reset a
   * member's sign-in may have either. Raises already_member.
   * @param proof proof of the email: a login, which continues, an identity provider, or the link alone, which the audit
   * records
   */
  async join(act: Act, invitation: Invitation, person: Person, proof: Proof): Promise<void> {
    const { invitations, members, operators, logins, passkeys, links, identities, trail, clock } = this.parts;
    const { organisation, role } = invitation;
    const actor = { kind: "person", id: String(person.id) } as const;
    const source = {
      loginId: null,
      client: act.source?.client ?? null,
      name: person.name,
      email: person.email,
    };
    await trail.run({ ...act, actor, source }, async (record) => {
      const now = clock.now();
      if (organisation === null) {
        if ((await operators.lock(person.id)) !== null) throw AlreadyMember.because();
        await operators.setRole(person.id, role as OperatorRole);
      } else if (!(await members.add(organisation.id, person.id, role as MemberRole, now)))
        throw AlreadyMember.because();
      await invitations.accept(invitation.id, now);
      // A concurrent reset of the sign-in either sees this membership or is seen here.
      await identities.of(person.id);
      // A link that resetting people have seen would give access to the new team.
      await links.endAll(person.id);
      if (organisation === null) {
        await logins.endAll(person.id, proof.by === "login" ? proof.loginId : null);
        if (proof.by === "provider") await passkeys.removeAll(person.id);
      }
      const facts = { invitation: invitation.id, role, proof: proof.by };
      const organisationId = organisation?.id ?? null;
      await record({ organisationId, action: "person.joined", subject: `person:${person.id}`, facts });
    });
  }

  async #sent(act: Act, invitation: Invitation, token: string): Promise<Sent> {
    const { teamMails, settings } = this.parts;
    const link = `${settings.address}/admin/invitation#${token}`;
    const { email: to, organisation, role, inviter } = invitation;
    const content = {
      kind: "invitation",
      organisation: organisation?.name ?? null,
      role: role.replaceAll("_", " "),
      inviter,
      url: link,
    } as const;
    await teamMails.send(organisation?.id ?? null, { to, content });
    return { invitation, link: !teamMails.offered || act.actor.kind === "operator" ? link : null };
  }
}
