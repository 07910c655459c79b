import { Mails } from "../../ports/mails/mails.ts";
import { Authenticators, type BrowserJson } from "../../ports/people/authenticators.ts";
import { ConsoleSettings } from "../../ports/settings.ts";
import { IdentityProvider } from "../../ports/people/identity-provider.ts";
import { Logins } from "../../ports/people/logins.ts";
import { type CeremonyPurpose, Passkeys } from "../../ports/people/passkeys.ts";
import { People } from "../../ports/people/people.ts";
import { SignInLinks } from "../../ports/people/sign-in-links.ts";
import { RealClock } from "../../ports/clock.ts";
import { Random } from "../../ports/crypto.ts";
import { Process } from "../shared/process.ts";
import { type Act, AuditTrail } from "../operations/audit-trail.ts";
import { hashOf, newBrowserValue } from "../shared/sign-in/browser-code.ts";
import type { PasskeyId, PersonId } from "../shared/ids.ts";
import { NotFound } from "../shared/problem.ts";
import { CONFIRMED_MS, confirmedUntil, type SignedIn, SignInRequired } from "./login.ts";
import * as rules from "./passkey.ts";
import { worksHere } from "./person.ts";
import { ConfirmationRequired } from "./rights.ts";
import { ProviderRequired } from "./provider/provider.ts";
import { PersonSignIn, type SignInBrowser } from "./person-sign-in.ts";

/** Request to a browser for an authenticator's signature, and the value of the cookie that it is bound to. */
interface Asked {
  readonly options: BrowserJson;
  readonly attempt: string;
}

/** A browser's answer, with the cookie of the request. */
interface Answered {
  readonly attempt: string | null;
  readonly response: BrowserJson;
}

/** Passkeys: people add them, sign in by them, and confirm their presence by them. */
export class PasskeyUse extends Process<typeof PasskeyUse.needs> {
  static readonly needs = {
    passkeys: Passkeys,
    authenticators: Authenticators,
    people: People,
    logins: Logins,
    links: SignInLinks,
    signIn: PersonSignIn,
    mails: Mails,
    settings: ConsoleSettings,
    provider: IdentityProvider,
    trail: AuditTrail,
    random: Random,
    clock: RealClock,
  };

  async startSignIn(): Promise<Asked> {
    this.#requirePossible();
    return this.#newCeremony("sign_in", null, await this.parts.authenticators.toProve(null));
  }

  /**
   * Signs in by a passkey. Raises invalid_passkey, challenge_expired, operator_network, provider_required. @returns the
   * value of the login's cookie
   */
  async signIn(act: Act, answered: Answered, browser: SignInBrowser): Promise<string> {
    const { people, signIn } = this.parts;
    const challenge = await this.#taken(answered, "sign_in", null);
    const login = await signIn.recorded(act, "passkey", async () => {
      const personId = await this.#proven(act, answered.response, challenge, null);
      const standing = personId === null ? null : await people.byId(personId);
      if (standing === null || !worksHere(standing)) return null;
      return signIn.begin(act, standing, { means: "passkey", confirmed: true }, browser);
    });
    if (login === null) throw rules.InvalidPasskey.because();
    return login;
  }

  /**
   * Starts to add a passkey. Raises confirmation_required if the person has a passkey already, or signed in at a
   * provider; provider_required.
   */
  async startAdding(signedIn: SignedIn): Promise<Asked> {
    const { authenticators, passkeys } = this.parts;
    this.#requirePossible(signedIn);
    this.#requireConfirmed(signedIn);
    const { id, email, name } = signedIn.person;
    const known = await passkeys.list(id);
    if (known.length >= rules.PASSKEYS_MAX) throw rules.TooManyPasskeys.because();
    const handle = await passkeys.handleOf(id);
    return this.#newCeremony("add", id, await authenticators.toAdd({ handle, email, name, known }));
  }

  /** Adds a passkey, which also proves presence. Raises sign_in_required if the login has ended meanwhile. */
  async add(act: Act, signedIn: SignedIn, answered: Answered & { readonly name: string }) {
    const { authenticators, passkeys, logins, links, mails, trail, clock } = this.parts;
    this.#requirePossible(signedIn);
    this.#requireConfirmed(signedIn);
    const { id, email } = signedIn.person;
    const challenge = await this.#taken(answered, "add", id);
    const credential = await authenticators.added(answered.response, challenge);
    if (credential === null) throw rules.InvalidPasskey.because();
    return trail.run(act, async (record) => {
      const before = await passkeys.lock(id);
      // An earlier reset has ended it.
      if (!(await logins.confirm(signedIn.loginId, clock.now()))) throw SignInRequired.because();
      if (before >= rules.PASSKEYS_MAX) throw rules.TooManyPasskeys.because();
      const { name } = answered;
      const added = await passkeys.add(id, { ...credential, name, createdAt: clock.now() });
      if (added === null) throw rules.PasskeyKnown.because();
      // An earlier one-time link, possibly seen by others, must not bypass the passkey.
      await links.endAll(id);
      const content = { kind: "passkey_added", name } as const;
      await mails.addForPerson({ to: email, content });
      const facts = { passkey: added.id, name };
      await record({ organisationId: null, action: "passkey.added", subject: `person:${id}`, facts });
      return added;
    });
  }

  list({ person }: SignedIn) {
    return this.parts.passkeys.list(person.id);
  }

  /** Removes a passkey. Raises not_found, confirmation_required, passkey_needed. */
  async remove(act: Act, signedIn: SignedIn, passkeyId: PasskeyId): Promise<void> {
    const { passkeys, trail } = this.parts;
    this.#requireConfirmed(signedIn);
    const { id, operatorRole } = signedIn.person;
    await trail.run(act, async (record) => {
      const before = await passkeys.lock(id);
      const name = await passkeys.remove(id, passkeyId);
      if (name === null) throw NotFound.because("You have no such passkey.");
      if (operatorRole !== null && signedIn.means !== "oidc" && before === 1)
        throw rules.PasskeyNeeded.because();
      const facts = { passkey: passkeyId, name };
      await record({ organisationId: null, action: "passkey.removed", subject: `person:${id}`, facts });
    });
  }

  /** Starts a confirmation. Raises provider_required. */
  async startConfirming(signedIn: SignedIn): Promise<Asked> {
    const { authenticators, passkeys } = this.parts;
    const { person } = signedIn;
    this.#requirePossible(signedIn);
    return this.#newCeremony(
      "confirm",
      person.id,
      await authenticators.toProve(await passkeys.list(person.id)),
    );
  }

  /** Confirms presence. Raises invalid_passkey, challenge_expired, sign_in_required. @returns the confirmation's end */
  async confirm(act: Act, signedIn: SignedIn, answered: Answered): Promise<Date> {
    const { logins, trail, clock } = this.parts;
    const { person, loginId } = signedIn;
    this.#requirePossible(signedIn);
    const challenge = await this.#taken(answered, "confirm", person.id);
    const isProven = await trail.run(act, async (record) => {
      if ((await this.#proven(act, answered.response, challenge, person.id)) === null) return false;
      if (!(await logins.confirm(loginId, clock.now()))) throw SignInRequired.because();
      const subject = `person:${person.id}`;
      await record({ organisationId: null, action: "login.confirmed", subject, facts: { loginId } });
      return true;
    });
    if (!isProven) throw rules.InvalidPasskey.because();
    return new Date(clock.now().getTime() + CONFIRMED_MS);
  }

  /** Returns the proven passkey's owner; null: unknown, unproven, or another person's. Refusals are recorded. */
  #proven(
    act: Act,
    response: BrowserJson,
    challenge: string,
    expected: PersonId | null,
  ): Promise<PersonId | null> {
    const { authenticators, passkeys, trail, clock } = this.parts;
    return trail.run(act, async (record) => {
      const credentialId = authenticators.credentialIn(response);
      const passkey = credentialId && (await passkeys.byCredential(credentialId));
      const refused = async (reason: string) => {
        const subject = `person:${passkey?.personId ?? "unknown"}`;
        const facts = { means: "passkey", reason };
        await record({ organisationId: null, action: "login.refused", subject, facts });
        return null;
      };
      if (!passkey || (expected !== null && passkey.personId !== expected)) return refused("unknown");
      const counter = await authenticators.proven(response, challenge, passkey);
      if (counter === null) return refused("unproven");
      if (!rules.goesOn(counter, passkey.counter)) return refused("counter_went_back");
      await passkeys.used(passkey.id, { counter, now: clock.now() });
      return passkey.personId;
    });
  }

  async #newCeremony(
    purpose: CeremonyPurpose,
    personId: PersonId | null,
    { options, challenge }: { readonly options: BrowserJson; readonly challenge: string },
  ): Promise<Asked> {
    const { passkeys, random, clock } = this.parts;
    const { value: attempt, hash } = newBrowserValue(random);
    const createdAt = clock.now();
    const expiresAt = new Date(createdAt.getTime() + rules.CHALLENGE_MS);
    await passkeys.addChallenge({ hash, purpose, challenge, personId, createdAt, expiresAt });
    return { options, attempt };
  }

  async #taken({ attempt }: Answered, purpose: CeremonyPurpose, personId: PersonId | null): Promise<string> {
    const { passkeys, clock } = this.parts;
    const now = clock.now();
    const taken = attempt && (await passkeys.takeChallenge(hashOf(attempt), { purpose, personId, now }));
    if (!taken) throw rules.ChallengeExpired.because();
    return taken;
  }

  /** @param signedIn null: the person is unknown */
  #requirePossible(signedIn: SignedIn | null = null): void {
    const isOperator = signedIn !== null && signedIn.person.operatorRole !== null;
    if (isOperator && this.parts.provider?.isOnlyWay) throw ProviderRequired.because();
    if (!rules.passkeysPossibleAt(this.parts.settings.address)) throw rules.PasskeysImpossible.because();
  }

  /** Requires a confirmation: a stolen login cannot add a passkey. */
  #requireConfirmed(signedIn: SignedIn): void {
    const canConfirm = signedIn.passkeys > 0 || signedIn.means === "oidc";
    if (canConfirm && confirmedUntil(signedIn, this.parts.clock.now()) === null)
      throw ConfirmationRequired.because();
  }
}
