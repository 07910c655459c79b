import { Addresses, MailSettings, SignInSettings } from "../../ports/settings.ts";
import { AccountLinks } from "../../ports/buyers/account-links.ts";
import { BuyerSessions, type SignedIn } from "../../ports/buyers/buyer-sessions.ts";
import { SignInAttempts } from "../../ports/buyers/sign-in-attempts.ts";
import { WalletSignatures } from "../../ports/buyers/wallet-signatures.ts";
import { Chain } from "../../ports/chain.ts";
import { WorldClock } from "../../ports/clock.ts";
import { Random } from "../../ports/crypto.ts";
import { Process } from "../shared/process.ts";
import { UnitOfWork } from "../../ports/unit-of-work.ts";
import { readMailAddress } from "../mails/mail-address.ts";
import type { MailState } from "../mails/mail.ts";
import type { Locale } from "../shop/locale.ts";
import type { AccountId, OrganisationId } from "../shared/ids.ts";
import { BASE_62 } from "../shared/new-ids.ts";
import { invalid } from "../shared/problem.ts";
import { checksummedWallet, type Identity } from "./account.ts";
import * as codes from "../shared/sign-in/browser-code.ts";
import * as rules from "./sign-in.ts";

const { SignInRefused, TooManySignIns } = rules;

/** A browser's attempt to sign in at one organisation. */
interface Attempt {
  readonly organisationId: OrganisationId;
  /** Value of the attempt's cookie. */
  readonly attempt: string;
}

/** A proof: a code from a mail, or a wallet's signature of the message that the service wrote. */
export type Proof = CodeProof | SignedProof;
type CodeProof = Attempt & { readonly code: string };
type SignedProof = Attempt & { readonly signature: string };

/** A code that a browser has requested. */
interface AwaitedCode {
  readonly email: string;
  readonly triesLeft: number;
  /** null: it was deleted. */
  readonly mail: MailState | null;
}

/**
 * Sign-in of buyers by a code from a mail or by a wallet, in the browser that began it. No answer reveals whether an
 * address or wallet was known before.
 */
export class BuyerSignIn extends Process<typeof BuyerSignIn.needs> {
  static readonly needs = {
    attempts: SignInAttempts,
    sessions: BuyerSessions,
    links: AccountLinks,
    signatures: WalletSignatures,
    mailSettings: MailSettings,
    settings: SignInSettings,
    chain: Chain,
    addresses: Addresses,
    random: Random,
    clock: WorldClock,
    unitOfWork: UnitOfWork,
  };

  /**
   * Mails a code. Raises invalid_request, mail_not_offered and rate_limited.
   * @param request.client as limits count clients
   * @returns the value of the attempt's cookie
   */
  async byMail(request: {
    readonly organisationId: OrganisationId;
    readonly email: string;
    readonly locale: Locale;
    readonly client: string;
  }): Promise<string> {
    const { attempts, mailSettings, settings, random, clock } = this.parts;
    const { organisationId, locale, client } = request;
    const value = readMailAddress(request.email);
    if (value === null) throw invalid("email", "invalid_format", "email must be an email address.");
    if (!mailSettings.offered) throw rules.MailNotOffered.because();
    const { value: attempt, hash } = codes.newBrowserValue(random);
    const code = codes.newCode(random);
    const begun = begunAttempt({ organisationId, client, hash, value, createdAt: clock.now() });
    const content = { kind: "sign_in_code", code, minutes: codes.CODE_MINUTES } as const;
    const limits = {
      startsAnHour: settings.startsAnHour,
      mailsAnHour: rules.MAILS_AN_HOUR,
      mailsADay: rules.MAILS_A_DAY,
    };
    const codeMac = codes.codeMac(attempt, code);
    refuseFor(await attempts.addMail({ ...begun, codeMac }, { locale, content }, limits));
    return attempt;
  }

  /** Returns the code that the browser waits for, and whether its mail was refused. null: none is awaited. */
  async awaitedCode({ organisationId, attempt }: Attempt): Promise<AwaitedCode | null> {
    const { attempts, clock } = this.parts;
    return attempts.awaitedCode(organisationId, codes.hashOf(attempt), clock.now());
  }

  /**
   * Writes the message that the wallet is to sign. Raises invalid_request and rate_limited.
   * @param request.page origin of the page that asks, which the wallet compares. Default: the service's
   */
  async byWallet(request: {
    readonly organisationId: OrganisationId;
    readonly wallet: string;
    readonly client: string;
    readonly page?: string;
  }): Promise<{ readonly attempt: string; readonly message: string }> {
    const { attempts, chain, addresses, random, clock } = this.parts;
    const wallet = checksummedWallet(request.wallet);
    if (wallet === null)
      throw invalid("walletAddress", "invalid_format", "walletAddress must be an address.");
    const { organisationId, client } = request;
    await this.#spendStart(organisationId, client);
    const { value: attempt, hash } = codes.newBrowserValue(random);
    const begun = begunAttempt({ organisationId, client, hash, value: wallet, createdAt: clock.now() });
    const message = rules.walletMessage({
      address: request.page ?? addresses.baseUrl,
      wallet,
      chainId: chain.chainId,
      nonce: random.text("", 22, BASE_62),
      issuedAt: begun.createdAt,
    });
    await attempts.addWallet({ ...begun, message });
    return { attempt, message };
  }

  /**
   * Signs the browser in. Raises sign_in_refused and chain_unavailable.
   * @param session value of the browser's session cookie, if it has one
   * @returns its new value and who is signed in, or how many tries are left
   */
  async signIn(proof: Proof, session: string | null) {
    const { attempts, sessions, random, clock } = this.parts;
    const { value, hash } = codes.newBrowserValue(random);
    const formerHash = session === null ? null : codes.hashOf(session);
    const { organisationId } = proof;
    const newSession = (now: Date) => {
      const seenAfter = new Date(now.getTime() - rules.IDLE_MS);
      return { organisationId, hash, formerHash, seenAfter, now };
    };
    if ("code" in proof) {
      const now = clock.now();
      const entered = await attempts.enter(this.#tried(proof), newSession(now), now);
      if (entered === null) throw SignInRefused.because();
      const { accountId, identity, triesLeft } = entered;
      return accountId === null ? { triesLeft } : { session: value, accountId, identity };
    }
    return this.#signedProof(proof, async (identity, now) => {
      const accountId = await sessions.begin({ ...newSession(now), identity });
      return { session: value, accountId, identity };
    });
  }

  /** Links the signed-in account with the one that is proven now. Raises as `signIn`, also if no login exists. */
  async link(proof: Proof, session: string) {
    const { organisationId } = proof;
    const signedIn = await this.signedIn(organisationId, session);
    if (signedIn === null) throw SignInRefused.because();
    const linked = async (identity: Identity, now: Date) => ({
      linked: await this.parts.links.link(organisationId, signedIn.accountId, identity, now),
    });
    if (!("code" in proof)) return this.#signedProof(proof, linked);
    const { attempts, clock, unitOfWork } = this.parts;
    const now = clock.now();
    return unitOfWork.run(async () => {
      const tried = await attempts.tryCode(this.#tried(proof), now);
      if (tried === null) throw SignInRefused.because();
      return tried.right ? linked(tried.identity, now) : { triesLeft: tried.triesLeft };
    });
  }

  /** Returns the account that is signed in and those that are linked with it. */
  async accountsOf(organisationId: OrganisationId, { accountId }: SignedIn): Promise<AccountId[]> {
    return [accountId, ...(await this.parts.links.linkedWith(organisationId, accountId))];
  }

  async unlink(organisationId: OrganisationId, { accountId }: SignedIn, other: AccountId): Promise<void> {
    await this.parts.links.unlink(organisationId, accountId, other);
  }

  async signedIn(organisationId: OrganisationId, session: string): Promise<SignedIn | null> {
    const now = this.parts.clock.now();
    return this.parts.sessions.find(organisationId, codes.hashOf(session), {
      seenAfter: new Date(now.getTime() - rules.IDLE_MS),
      signedInAfter: new Date(now.getTime() - rules.LONGEST_MS),
      now,
    });
  }

  async signOut(organisationId: OrganisationId, session: string): Promise<void> {
    await this.parts.sessions.end(organisationId, codes.hashOf(session));
  }

  #tried({ organisationId, attempt, code }: CodeProof) {
    const codeMac = codes.codeMac(attempt, codes.codeIn(code) ?? "");
    const { startsAnHour } = this.parts.settings;
    return { organisationId, hash: codes.hashOf(attempt), codeMac, startsAnHour };
  }

  /** Uses a wallet's proof and runs its effect in one unit of work. */
  async #signedProof<T extends object>(
    proof: SignedProof,
    then: (identity: Identity, now: Date) => Promise<T>,
  ): Promise<T | { readonly triesLeft: number }> {
    const { attempts, settings, unitOfWork, clock } = this.parts;
    const { organisationId } = proof;
    const hash = codes.hashOf(proof.attempt);
    const now = clock.now();
    const taken = await attempts.takeTry(organisationId, hash, now);
    if (taken === null) throw SignInRefused.because();
    if (!(await this.#signed(proof, taken, hash))) return { triesLeft: taken.triesLeft };
    return unitOfWork.run(async () => {
      if (!(await attempts.use(organisationId, hash, now))) throw SignInRefused.because();
      const answer = await then({ kind: "wallet", value: taken.wallet }, now);
      await attempts.giveStartBack(organisationId, hash, settings.startsAnHour);
      return answer;
    });
  }

  /** Verifies a wallet's proof. Trouble with the chain uses up no try. */
  async #signed(
    { organisationId, signature }: SignedProof,
    { wallet, message }: { readonly wallet: string; readonly message: string },
    hash: Uint8Array,
  ): Promise<boolean> {
    const { attempts, signatures } = this.parts;
    try {
      return await signatures.isBy(wallet, message, signature);
    } catch (error) {
      await attempts.giveTryBack(organisationId, hash, { most: rules.TRIES, now: this.parts.clock.now() });
      throw error;
    }
  }

  async #spendStart(organisationId: OrganisationId, client: string): Promise<void> {
    const { attempts, settings } = this.parts;
    refuseFor(await attempts.spendStart(organisationId, client, settings.startsAnHour));
  }
}

function begunAttempt<A extends { readonly createdAt: Date }>(attempt: A) {
  const expiresAt = new Date(attempt.createdAt.getTime() + rules.ATTEMPT_MS);
  return { ...attempt, expiresAt, tries: rules.TRIES };
}

function refuseFor(retryAfter: number): void {
  if (retryAfter > 0) throw TooManySignIns.because(undefined, { retryAfter });
}
