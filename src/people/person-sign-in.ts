import { ConsoleSettings, MailSettings } from "../../ports/settings.ts";
import { Mails } from "../../ports/mails/mails.ts";
import { IdentityProvider } from "../../ports/people/identity-provider.ts";
import { Invitations } from "../../ports/people/invitations.ts";
import { Logins } from "../../ports/people/logins.ts";
import { Passkeys } from "../../ports/people/passkeys.ts";
import { People } from "../../ports/people/people.ts";
import { SignInCodes } from "../../ports/people/sign-in-codes.ts";
import { SignInLinks } from "../../ports/people/sign-in-links.ts";
import { Random } from "../../ports/crypto.ts";
import { RealClock } from "../../ports/clock.ts";
import { Process } from "../shared/process.ts";
import { UnitOfWork } from "../../ports/unit-of-work.ts";
import { type Act, AuditTrail, type Recorder } from "../operations/audit-trail.ts";
import { readMailAddress } from "../mails/mail-address.ts";
import {
  CODE_MINUTES,
  codeIn,
  codeMac,
  hashOf,
  newBrowserValue,
  newCode,
} from "../shared/sign-in/browser-code.ts";
import type { PersonId } from "../shared/ids.ts";
import { invariant } from "../shared/invariant.ts";
import { invalid, type ProblemDefinition } from "../shared/problem.ts";
import * as rules from "./login.ts";
import { firstName } from "./names/name.ts";
import { mayUseCode, type PersonAccess, worksHere } from "./person.ts";
import { ProviderRequired } from "./provider/provider.ts";

/** A browser in which a person signs in. */
export interface SignInBrowser extends rules.Whereabouts {
  /** true: operators may use it. */
  readonly isOperatorsPlace: boolean;
  /** Value of its login cookie, whose login ends; null: it has none. */
  readonly former: string | null;
}

/** Refused login of a proven person. */
class RefusedLogin extends Error {
  readonly person: PersonAccess;
  readonly problem: ProblemDefinition;

  constructor(person: PersonAccess, problem: ProblemDefinition) {
    super(problem.code);
    this.person = person;
    this.problem = problem;
  }
}

/** Sign-in of people who work here. No answer reveals whether an email is known. */
export class PersonSignIn extends Process<typeof PersonSignIn.needs> {
  static readonly needs = {
    people: People,
    logins: Logins,
    passkeys: Passkeys,
    codes: SignInCodes,
    links: SignInLinks,
    invitations: Invitations,
    mails: Mails,
    mailSettings: MailSettings,
    settings: ConsoleSettings,
    provider: IdentityProvider,
    trail: AuditTrail,
    random: Random,
    clock: RealClock,
    unitOfWork: UnitOfWork,
  };

  /**
   * Mails a code to the owner of the email, who may use it. Raises invalid_request, mail_not_offered, rate_limited.
   * @param request.client as limits count clients
   * @param request.known the cookie that an earlier sign-in by a code has left in this browser; null: none
   * @returns the value of the code's cookie
   */
  async startByCode(request: {
    readonly email: string;
    readonly client: string;
    readonly known?: string | null;
  }): Promise<string> {
    const { codes, people, mails, mailSettings, random, clock, unitOfWork } = this.parts;
    const email = readMailAddress(request.email);
    if (email === null) throw invalid("email", "invalid_format", "email must be an email address.");
    if (!mailSettings.offered) throw rules.CodesNotOffered.because();
    const retryAfter = await codes.spendStart(request.client, rules.STARTS_AN_HOUR);
    if (retryAfter > 0) throw rules.TooManyCodes.because(undefined, { retryAfter });
    const { value: attempt, hash } = newBrowserValue(random);
    const code = newCode(random);
    const now = clock.now();
    await unitOfWork.run(async () => {
      const limits = { perHour: rules.MAILS_AN_HOUR, perDay: rules.MAILS_A_DAY, now };
      const isWithinLimits = await codes.lockMails(email, limits);
      const standing = await people.byEmail(email);
      const room = isWithinLimits || (await this.#hasReserve(standing, request.known ?? null));
      const opens = room && (await this.#mayUseCode(email, standing));
      const mailed = opens || (room && standing !== null && worksHere(standing));
      // A withheld mail is written too, so that both cases take equally long.
      await mails.addForPerson({
        to: email,
        content:
          opens || !mailed ? { kind: "person_code", code, minutes: CODE_MINUTES } : this.#refusedCode(),
        withheld: !mailed,
      });
      await codes.add({
        hash,
        email,
        codeMac: opens ? codeMac(attempt, code) : null,
        mailed,
        tries: rules.TRIES,
        createdAt: now,
        expiresAt: new Date(now.getTime() + rules.CODE_MS),
      });
    });
    return attempt;
  }

  /**
   * Signs in by a code.
   * @returns the values of the login's and of the known browser's cookie, or how many tries are left
   */
  byCode(
    act: Act,
    proof: { readonly attempt: string | null; readonly code: string },
    browser: SignInBrowser,
  ) {
    const { people, passkeys, trail } = this.parts;
    return trail.run(act, async (record) => {
      const tried = await this.tryCode(proof);
      const standing = tried.right ? await people.byEmail(tried.email) : null;
      if (tried.right && (await this.#mayUseCode(tried.email, standing))) {
        const person = standing ?? (await this.newPerson(tried.email));
        const login = await this.begin(act, person, { means: "code", confirmed: false }, browser);
        return { login, known: rules.knownBrowserValue(await passkeys.handleOf(person.id)) };
      }
      if (tried.email !== null) {
        const known = standing ?? (await people.byEmail(tried.email));
        const subject = known === null ? "person:unknown" : `person:${known.id}`;
        await record({ organisationId: null, action: "login.refused", subject, facts: { means: "code" } });
      }
      return { triesLeft: tried.triesLeft };
    });
  }

  /** Tries a code, within the unit of work of its effects. */
  async tryCode({ attempt, code }: { readonly attempt: string | null; readonly code: string }) {
    const none = { right: false, email: null, triesLeft: 0 } as const;
    if (attempt === null) return none;
    const mac = codeMac(attempt, codeIn(code) ?? "");
    return (await this.parts.codes.try(hashOf(attempt), mac, this.parts.clock.now())) ?? none;
  }

  /**
   * Signs in by a one-time link; a refusal leaves the link unchanged. Raises link_expired, operator_network. @returns
   * the value of the login's cookie
   */
  byLink(act: Act, token: string, browser: SignInBrowser): Promise<string> {
    const { links, people, clock } = this.parts;
    return this.recorded(act, "link", async () => {
      const personId = await links.use(hashOf(token), clock.now());
      const standing = personId === null ? null : await people.byId(personId);
      if (standing === null || !worksHere(standing)) throw rules.LinkExpired.because();
      return this.begin(act, standing, { means: "link", confirmed: false }, browser);
    });
  }

  /** Creates an address that signs the person in, once, within a day. Earlier ones end. */
  async newLink(personId: PersonId): Promise<string> {
    const { links, random, clock, settings } = this.parts;
    const { value, hash } = newBrowserValue(random);
    const createdAt = clock.now();
    const expiresAt = new Date(createdAt.getTime() + rules.LINK_MS);
    await links.add({ hash, personId, createdAt, expiresAt });
    // After the hash sign: no server, proxy or mail scanner sees it.
    return `${settings.address}/admin/link#${value}`;
  }

  /** Runs a unit of work that may end in `begin`. If that refuses, only the refusal is recorded. */
  async recorded<T>(act: Act, means: rules.LoginMeans, work: (record: Recorder) => Promise<T>): Promise<T> {
    const { trail } = this.parts;
    try {
      return await trail.run(act, work);
    } catch (error) {
      if (!(error instanceof RefusedLogin)) throw error;
      const { person, problem } = error;
      const facts = { means, reason: problem.code };
      const subject = `person:${person.id}`;
      await trail.run(act, (record) =>
        record({ organisationId: null, action: "login.refused", subject, facts }),
      );
      throw problem.because();
    }
  }

  /**
   * Begins a login of a proven person, with its audit entry; within `recorded`.
   * @param proof.confirmed the person has just proven presence
   * @returns the value of the login's cookie
   */
  begin(
    act: Act,
    person: PersonAccess,
    { means, confirmed }: { readonly means: rules.LoginMeans; readonly confirmed: boolean },
    browser: SignInBrowser,
  ): Promise<string> {
    const { logins, random, clock, trail, provider } = this.parts;
    const isOperator = person.operatorRole !== null;
    if (isOperator && !browser.isOperatorsPlace) throw new RefusedLogin(person, rules.OperatorNetwork);
    if (isOperator && provider?.isOnlyWay && !rules.goesBesideProvider(means))
      throw new RefusedLogin(person, ProviderRequired);
    const { value, hash } = newBrowserValue(random);
    const source = { client: act.source?.client ?? browser.client, name: person.name, email: person.email };
    const actor = { kind: "person", id: String(person.id) } as const;
    return trail.run({ ...act, actor, source: { ...source, loginId: null } }, async (record) => {
      if (browser.former !== null) await logins.endByHash(hashOf(browser.former));
      const now = clock.now();
      const { client, browser: name } = browser;
      const loginId = await logins.begin({
        hash,
        personId: person.id,
        means,
        confirmed,
        now,
        client,
        browser: name,
      });
      const facts = { means, loginId };
      const subject = `person:${person.id}`;
      await record({ organisationId: null, action: "login.started", subject, facts });
      return value;
    });
  }

  /** Returns the cookie's login, with one request taken from its budget. null: it is not signed in. */
  async admit(value: string) {
    const { logins, clock, provider } = this.parts;
    const admission = await logins.admit(hashOf(value), clock.now());
    if (admission === null) return null;
    const { person, means } = admission.signedIn;
    // The person became an operator meanwhile, or signed in before the provider was required.
    const isClosed = provider?.isOnlyWay && person.operatorRole !== null && !rules.goesBesideProvider(means);
    return isClosed ? null : admission;
  }

  signOut(act: Act, { loginId, person }: rules.SignedIn): Promise<void> {
    const { logins, trail } = this.parts;
    return trail.run(act, async (record) => {
      if (!(await logins.end(person.id, loginId))) return;
      const subject = `person:${person.id}`;
      await record({ organisationId: null, action: "login.ended", subject, facts: { loginId } });
    });
  }

  async newPerson(email: string): Promise<PersonAccess> {
    const { people, random, clock } = this.parts;
    const name = firstName(email);
    const handle = random.bytes(32);
    await people.add({ email, name, operatorRole: null, handle, createdAt: clock.now() });
    const standing = await people.byEmail(email);
    invariant(standing, "the added person exists");
    return standing;
  }

  /** Takes the one mail an hour that a known browser gets if the address has no codes left. */
  async #hasReserve(standing: PersonAccess | null, known: string | null): Promise<boolean> {
    const { codes, passkeys } = this.parts;
    if (standing === null || known === null) return false;
    if (!rules.isKnownBrowser(await passkeys.handleOf(standing.id), known)) return false;
    return codes.spendReserve(standing.id);
  }

  /** Returns whether the email may use a code. An invited person may, to accept, but not to bypass a passkey. */
  async #mayUseCode(email: string, standing: PersonAccess | null): Promise<boolean> {
    if (standing !== null && mayUseCode(standing)) return true;
    const isFree = standing === null || (standing.passkeys === 0 && standing.operatorRole === null);
    return isFree && (await this.parts.invitations.isInvited(email, this.parts.clock.now()));
  }

  #refusedCode() {
    return { kind: "code_refused", url: `${this.parts.settings.address}/admin/` } as const;
  }
}
