import { Identities } from "../../../ports/people/identities.ts";
import { type Identity, IdentityProvider } from "../../../ports/people/identity-provider.ts";
import { Invitations } from "../../../ports/people/invitations.ts";
import { Logins } from "../../../ports/people/logins.ts";
import { People } from "../../../ports/people/people.ts";
import { RealClock } from "../../../ports/clock.ts";
import { Random } from "../../../ports/crypto.ts";
import { Process } from "../../shared/process.ts";
import { type Act, AuditTrail } from "../../operations/audit-trail.ts";
import { hashOf, newBrowserValue } from "../../shared/sign-in/browser-code.ts";
import type { PersonId } from "../../shared/ids.ts";
import { invariant } from "../../shared/invariant.ts";
import type { ProblemDefinition } from "../../shared/problem.ts";
import { TeamInvitations } from "../team-invitations.ts";
import { OperatorNetwork, type SignedIn, SignInRequired } from "../login.ts";
import { ChallengeExpired } from "../passkey.ts";
import type { Person, PersonAccess } from "../person.ts";
import * as rules from "./provider.ts";
import { PersonSignIn, type SignInBrowser } from "../person-sign-in.ts";

/** An address of the provider to open, and the value of the cookie that the way back is bound to. */
interface SentAway {
  readonly url: string;
  readonly attempt: string;
}

/** The returning person, or the reason why there is none. */
type Found =
  | { readonly person: PersonAccess }
  | { readonly refused: ProblemDefinition; readonly subject: string };

/**
 * Operators sign in at an identity provider, and confirm their presence there. A person is found by issuer and subject;
 * the first time, by an email that the provider vouches for. Only invited people are admitted.
 */
export class ProviderUse extends Process<typeof ProviderUse.needs> {
  static readonly needs = {
    provider: IdentityProvider,
    identities: Identities,
    people: People,
    invitations: Invitations,
    teamInvitations: TeamInvitations,
    logins: Logins,
    signIn: PersonSignIn,
    trail: AuditTrail,
    random: Random,
    clock: RealClock,
  };

  /** Starts a sign-in. Raises provider_not_offered, provider_unreachable. */
  startSignIn(): Promise<SentAway> {
    return this.#sentAway(null);
  }

  /** Starts as `startSignIn`; the provider has the person sign in again. */
  startConfirming({ person }: SignedIn): Promise<SentAway> {
    return this.#sentAway(person.id);
  }

  /**
   * Completes the browser's sign-in or confirmation. Raises provider_not_offered, provider_unreachable,
   * challenge_expired, identity_not_proven, email_not_verified, not_invited, linked_otherwise, operator_network,
   * sign_in_required.
   * @param answered.answer query of the address that the browser came back to
   * @returns the value of a new login's cookie; null: the present login is confirmed
   */
  async finish(
    act: Act,
    { attempt, answer }: { readonly attempt: string | null; readonly answer: string },
    browser: SignInBrowser,
  ): Promise<string | null> {
    const { identities, clock } = this.parts;
    const provider = this.#offered();
    const way = attempt === null ? null : await identities.takeWay(hashOf(attempt), clock.now());
    // An answer without a start is not recorded.
    if (attempt === null || way === null) throw ChallengeExpired.because();
    const identity = await provider.identityIn(answer, rules.wayOf(attempt));
    if (identity === null) return this.#refuse(act, rules.IdentityNotProven);
    const since = way.createdAt.getTime() - rules.SKEW_MS;
    const isFresh = identity.authenticatedAt !== null && identity.authenticatedAt.getTime() >= since;
    if (way.personId === null) return this.#signIn(act, identity, { ...browser, isFresh });
    await this.#confirm(act, identity, { ...browser, isFresh, personId: way.personId });
    return null;
  }

  async #signIn(
    act: Act,
    identity: Identity,
    { isFresh, ...browser }: SignInBrowser & { readonly isFresh: boolean },
  ): Promise<string> {
    const { signIn } = this.parts;
    const login = await signIn.recorded(act, "oidc", async (record) => {
      const found = await this.#found(act, identity);
      if ("person" in found)
        return signIn.begin(act, found.person, { means: "oidc", confirmed: isFresh }, browser);
      const { subject, refused } = found;
      const facts = { means: "oidc", reason: refused.code };
      await record({ organisationId: null, action: "login.refused", subject, facts });
      return refused;
    });
    if (typeof login !== "string") throw login.because();
    return login;
  }

  /**
   * Confirms the login's person, who has signed in at the provider since the request. An operator who is not linked to
   * it, as after a reset, is known by an email that the provider vouches for.
   */
  async #confirm(
    act: Act,
    identity: Identity,
    {
      former,
      isFresh,
      personId,
      isOperatorsPlace,
    }: SignInBrowser & { readonly isFresh: boolean; readonly personId: PersonId },
  ): Promise<void> {
    const { signIn, identities, logins, trail, clock } = this.parts;
    const signedIn = former === null ? null : ((await signIn.admit(former))?.signedIn ?? null);
    if (!isFresh || signedIn?.person.id !== personId)
      return this.#refuse(act, rules.IdentityNotProven, personId);
    const { loginId, person } = signedIn;
    const isOperator = person.operatorRole !== null;
    if (isOperator && !isOperatorsPlace) return this.#refuse(act, OperatorNetwork, personId);
    const source = { client: act.source?.client ?? null, loginId, name: person.name, email: person.email };
    const actor = { kind: "person", id: String(personId) } as const;
    const isTheSame = await trail.run({ ...act, actor, source }, async (record) => {
      const linked = await identities.personOf(identity);
      const isKnown = linked === null && isOperator && identity.verifiedEmail === person.email;
      if (linked !== personId && !(isKnown && (await this.#link(act, person, identity)))) return false;
      if (!(await logins.confirm(loginId, clock.now()))) throw SignInRequired.because();
      const facts = { loginId, means: "oidc" };
      await record({ organisationId: null, action: "login.confirmed", subject: `person:${personId}`, facts });
      return true;
    });
    if (!isTheSame) return this.#refuse(act, rules.IdentityNotProven, personId);
  }

  /** Finds the person within the unit of work of the sign-in. An invited person starts to work for the service. */
  async #found(act: Act, identity: Identity): Promise<Found> {
    const { identities, people, invitations, teamInvitations, signIn, clock } = this.parts;
    const { verifiedEmail: email } = identity;
    // First: a concurrent sign-in waits here, and finds the new person.
    const invitation = email === null ? null : await invitations.ofOperator(email, clock.now());
    const linked = await identities.personOf(identity);
    const known =
      linked !== null ? await people.byId(linked) : email === null ? null : await people.byEmail(email);
    const refuse = (refused: ProblemDefinition): Found => ({
      refused,
      subject: `person:${known?.id ?? "unknown"}`,
    });
    if (linked === null && email === null) return refuse(rules.EmailNotVerified);
    const isInvited = invitation !== null && (known === null || known.email === email);
    if ((known === null || known.operatorRole === null) && !isInvited) return refuse(rules.NotInvited);
    const person = known ?? (await signIn.newPerson(email!));
    if (linked === null && !(await this.#link(act, person, identity))) return refuse(rules.LinkedOtherwise);
    if (person.operatorRole !== null) return { person };
    await teamInvitations.join(act, invitation!, person, { by: "provider" });
    const joined = await people.byId(person.id);
    invariant(joined, "the joined person exists");
    return { person: joined };
  }

  /** @returns whether the person was free: one with another identity at this provider is not linked by an email */
  async #link(act: Act, { id }: Person, { issuer, subject }: Identity): Promise<boolean> {
    const { identities, trail } = this.parts;
    const former = await identities.of(id);
    if (former?.issuer === issuer) return former.subject === subject;
    await identities.link(id, { issuer, subject });
    await trail.run(act, (record) =>
      record({
        organisationId: null,
        action: "identity.linked",
        subject: `person:${id}`,
        facts: { issuer, formerIssuer: former?.issuer ?? null },
      }),
    );
    return true;
  }

  async #sentAway(personId: PersonId | null): Promise<SentAway> {
    const { identities, random, clock } = this.parts;
    const { value: attempt, hash } = newBrowserValue(random);
    const url = await this.#offered().addressFor(rules.wayOf(attempt), personId !== null);
    const createdAt = clock.now();
    const expiresAt = new Date(createdAt.getTime() + rules.WAY_MS);
    await identities.addWay({ hash, personId, createdAt, expiresAt });
    return { url, attempt };
  }

  async #refuse(act: Act, refused: ProblemDefinition, personId: PersonId | null = null): Promise<never> {
    await this.parts.trail.run(act, (record) =>
      record({
        organisationId: null,
        action: "login.refused",
        subject: `person:${personId ?? "unknown"}`,
        facts: { means: "oidc", reason: refused.code },
      }),
    );
    throw refused.because();
  }

  #offered(): IdentityProvider {
    const { provider } = this.parts;
    if (provider === null) throw rules.ProviderNotOffered.because();
    return provider;
  }
}
