import { Clock } from "../../ports/clock.ts";
import { Currencies } from "../../ports/currencies.ts";
import {
  type OpenedRailAccount,
  RailAccounts,
  type RailAccountSettings,
  type StoredRailAccount,
} from "../../ports/organisations/rail-accounts.ts";
import type { AccountCheck, Rail, RailCredentials, RailKind } from "../../ports/rail.ts";
import { Rails } from "../../ports/rails.ts";
import { SimulatedClock } from "../../ports/simulated/simulated-clock.ts";
import { Process } from "../shared/process.ts";
import type { OrganisationId, RailAccountId } from "../shared/ids.ts";
import { defineProblem, invalid, NotFound } from "../shared/problem.ts";
import { type Act, AuditTrail } from "../operations/audit-trail.ts";
import { type Mode, TestOrganisation } from "../organisations/mode.ts";
import type { Organisation } from "../organisations/organisation.ts";
import { type RailAccount, RailAccountExists } from "./rail-account.ts";
import { fieldsFault } from "./rail-account-fields.ts";

/** Time for which notifications signed with replaced credentials are accepted. */
const OVERLAP_MS = 24 * 3_600_000;
/** Limit of accounts; an organisation has at most one per kind and provider. */
const MOST_ACCOUNTS = 1_000;

export const ClockMoved = defineProblem(
  "clock_moved",
  "conflict",
  "The clock of this test system was moved: an account at a real provider cannot be enabled.",
);

export const RailAccountChanged = defineProblem(
  "rail_account_changed",
  "conflict",
  "The rail account was changed by another request meanwhile. Send the request again.",
  { liftedByTime: true },
);

export const RailCredentialsUnreadable = defineProblem(
  "rail_credentials_unreadable",
  "conflict",
  "The service cannot decrypt the account's credentials. Set the account again, with all of them.",
  { liftedByTime: true },
);

export type WantedRailAccount = Omit<RailAccountSettings, "now" | "verifiedAt">;

/** A rail account that `checked` has accepted. */
interface CheckedRailAccount extends WantedRailAccount {
  /** true: the provider accepted the credentials. */
  readonly verified: boolean;
}

/** Changed members of an account; absent ones stay. null removes a credential or a setting. */
interface RailAccountChange {
  readonly currencies?: readonly string[] | undefined;
  readonly credentials?: Readonly<Record<string, string | null>> | undefined;
  readonly settings?: Readonly<Record<string, unknown>> | undefined;
  readonly enabled?: boolean | undefined;
}

/** A change that `checkedChange` has accepted. */
interface CheckedChange {
  readonly before: OpenedRailAccount;
  readonly after: CheckedRailAccount;
}

/** Result of a test at the provider. */
interface TestedAccount {
  readonly account: OpenedRailAccount;
  readonly check: AccountCheck;
}

/** Manages organisations' accounts at providers. */
export class RailAdministration extends Process<typeof RailAdministration.needs> {
  static readonly needs = {
    accounts: RailAccounts,
    rails: Rails,
    currencies: Currencies,
    trail: AuditTrail,
    clock: Clock,
    simulatedClock: SimulatedClock,
  };

  /**
   * Refuses data that the rail does not know. The credentials of an enabled account are tested at the provider, so this
   * comes before any unit of work; if the provider cannot be reached, they are accepted untested.
   */
  async checked(
    { slug: organisationSlug, mode }: Pick<Organisation, "slug" | "mode">,
    request: WantedRailAccount,
  ): Promise<CheckedRailAccount> {
    const { enabled, credentials, settings } = request;
    const rail = this.#checkRail(mode, request);
    if (mode === "test" && !rail.simulated) throw TestOrganisation.because();
    // A simulated provider accepts any account.
    const fault = rail.simulated ? null : fieldsFault(rail.accountFields, request);
    if (fault !== null) throw fault;
    const verified = enabled && (await this.#accepted(rail, { organisationSlug, credentials, settings }));
    return { ...request, verified };
  }

  /** Adds the account or replaces it completely, including credentials. */
  put(act: Act, organisationId: OrganisationId, request: CheckedRailAccount): Promise<RailAccount> {
    const { kind, provider, currencies, enabled, credentials, settings, verified } = request;
    return this.parts.trail.run(act, async (record) => {
      const { outcome, account } = await this.#put(organisationId, request, null);
      await record({
        organisationId,
        action: `rail_account.${outcome}`,
        subject: `rail_account:${kind}/${provider}`,
        facts: { currencies, enabled, settings, verified, credentialNames: Object.keys(credentials) },
      });
      return account;
    });
  }

  /** Returns the account with the change, checked like one that is put. Raises not_found. */
  async checkedChange(
    organisation: Pick<Organisation, "id" | "slug" | "mode">,
    name: { readonly kind: RailKind; readonly provider: string | null },
    change: RailAccountChange,
  ): Promise<CheckedChange> {
    const before = await this.#opened(organisation.id, name);
    const { kind, provider } = before;
    const after = {
      kind,
      provider,
      currencies: change.currencies ?? before.currencies,
      credentials: merged(before.credentials, change.credentials),
      settings: merged(before.settings, change.settings),
      enabled: change.enabled ?? before.enabled,
    };
    return { before, after: await this.checked(organisation, after) };
  }

  /** Changes the account. Raises rail_account_changed if it is no longer the one that was checked. */
  change(
    act: Act,
    organisationId: OrganisationId,
    { before, after }: CheckedChange,
    { credentials = {} }: RailAccountChange,
  ): Promise<RailAccount> {
    const { kind, provider, currencies, enabled, settings, verified } = after;
    return this.parts.trail.run(act, async (record) => {
      await this.#requireUnchanged(organisationId, before);
      const isSame = isEqual([before.credentials, before.settings], [after.credentials, after.settings]);
      const { account } = await this.#put(organisationId, after, isSame ? before.verifiedAt : null);
      await record({
        organisationId,
        action: "rail_account.changed",
        subject: `rail_account:${kind}/${provider}`,
        facts: { currencies, enabled, settings, verified, credentialNames: Object.keys(credentials) },
      });
      return account;
    });
  }

  /** Tests the account at its provider, before any unit of work. Raises not_found. */
  async tested(
    { id, slug: organisationSlug }: Pick<Organisation, "id" | "slug">,
    name: { readonly kind: RailKind; readonly provider: string | null },
  ): Promise<TestedAccount> {
    const account = await this.#opened(id, name);
    const { kind, provider, credentials, settings } = account;
    const rail = this.parts.rails.find(kind, provider);
    if (rail === null || rail.byToken) throw NotFound.because();
    return { account, check: await rail.checkAccount({ organisationSlug, credentials, settings }) };
  }

  /** Records the result of a test. */
  recordTest(act: Act, organisationId: OrganisationId, { account, check }: TestedAccount): Promise<Date> {
    const { trail, clock, accounts } = this.parts;
    return trail.run(act, async (record) => {
      const now = clock.now();
      await this.#requireUnchanged(organisationId, account);
      if (check.outcome === "accepted") await accounts.markVerified(organisationId, account.id, now);
      const reason = check.outcome === "accepted" ? {} : { reason: check.reason };
      await record({
        organisationId,
        action: "rail_account.tested",
        subject: `rail_account:${account.kind}/${account.provider}`,
        facts: { outcome: check.outcome, ...reason },
      });
      return now;
    });
  }

  /** Returns the rails that an organisation of this mode can have an account for. */
  offered(mode: Mode): readonly Rail[] {
    return this.parts.rails.in(mode).filter((rail) => !rail.byToken && (mode === "live" || rail.simulated));
  }

  /** Returns the mode of each account: whether it takes real money. null: the service does not know its rail. */
  async modes(
    organisation: Pick<Organisation, "id" | "slug">,
  ): Promise<ReadonlyMap<RailAccountId, Mode | null>> {
    const opened = await this.parts.accounts.opened(organisation.id);
    return new Map(
      opened.map(({ credentials, ...account }) => [
        account.id,
        credentials && this.#modeOf(organisation, { ...account, credentials }),
      ]),
    );
  }

  #modeOf(
    { slug: organisationSlug }: Pick<Organisation, "slug">,
    account: Pick<OpenedRailAccount, "kind" | "provider" | "credentials" | "settings">,
  ): Mode | null {
    const { kind, provider, credentials, settings } = account;
    const rail = this.parts.rails.find(kind, provider);
    if (rail === null || rail.byToken) return null;
    if (rail.simulated) return "test";
    return (rail.isLive?.({ organisationSlug, credentials, settings }) ?? true) ? "live" : "test";
  }

  async #put(
    organisationId: OrganisationId,
    { verified, ...request }: CheckedRailAccount,
    formerlyVerifiedAt: Date | null,
  ) {
    const { clock, accounts } = this.parts;
    await this.#refuseWithMovedClock(request);
    const now = clock.now();
    const previousUntil = new Date(now.getTime() + OVERLAP_MS);
    const verifiedAt = verified ? now : formerlyVerifiedAt;
    const put = await accounts.put(organisationId, { ...request, verifiedAt, previousUntil, now });
    if (put.outcome === "currencies_taken") {
      throw RailAccountExists.because(
        `Another enabled rail account of the organisation already serves ${put.currencies.join(", ")}.`,
      );
    }
    return put;
  }

  async #requireUnchanged(organisationId: OrganisationId, before: OpenedRailAccount): Promise<void> {
    const accounts = await this.parts.accounts.openedForChange(organisationId);
    const current = accounts.find(({ id }) => id === before.id);
    const partsOf = ({ currencies, credentials, settings, enabled }: StoredRailAccount) => [
      currencies,
      credentials,
      settings,
      enabled,
    ];
    if (!current || !isEqual(partsOf(current), partsOf(before))) throw RailAccountChanged.because();
  }

  async #opened(
    organisationId: OrganisationId,
    { kind, provider }: { readonly kind: RailKind; readonly provider: string | null },
  ): Promise<OpenedRailAccount> {
    const providerName = provider ?? (await this.#onlyProvider(organisationId, kind));
    const opened = await this.parts.accounts.opened(organisationId);
    const account = opened.find((each) => each.kind === kind && each.provider === providerName);
    if (!account) throw NotFound.because();
    const { credentials } = account;
    if (credentials === null) throw RailCredentialsUnreadable.because();
    return { ...account, credentials };
  }

  /** A real provider knows the real time. Until the end of this unit of work the clock is not moved either. */
  async #refuseWithMovedClock({ kind, provider, enabled }: WantedRailAccount): Promise<void> {
    const { rails, simulatedClock } = this.parts;
    if (!enabled || rails.find(kind, provider)?.simulated) return;
    if ((await simulatedClock.held()) > 0) throw ClockMoved.because();
  }

  /** Removes the account; one with orders is disabled and kept, for payments in progress. */
  async remove(
    act: Act,
    organisationId: OrganisationId,
    kind: RailKind,
    provider: string | null,
  ): Promise<{ readonly provider: string; readonly outcome: "removed" | "disabled" }> {
    const { trail, accounts, clock } = this.parts;
    return trail.run(act, async (record) => {
      const providerName = provider ?? (await this.#onlyProvider(organisationId, kind));
      const outcome = await accounts.remove(organisationId, {
        kind,
        provider: providerName,
        now: clock.now(),
      });
      if (outcome === null) throw NotFound.because();
      const subject = `rail_account:${kind}/${providerName}`;
      await record({ organisationId, action: `rail_account.${outcome}`, subject, facts: {} });
      return { provider: providerName, outcome };
    });
  }

  /** Returns the account. Raises not_found. @param provider null: the only one; several raise invalid_request */
  async account(
    organisationId: OrganisationId,
    kind: RailKind,
    provider: string | null,
  ): Promise<RailAccount> {
    const providerName = provider ?? (await this.#onlyProvider(organisationId, kind));
    const account = await this.parts.accounts.byProvider(organisationId, kind, providerName);
    if (account === null) throw NotFound.because();
    return account;
  }

  async #onlyProvider(organisationId: OrganisationId, kind: RailKind): Promise<string> {
    const all = await this.parts.accounts.list(organisationId, { limit: MOST_ACCOUNTS, after: null });
    const [first, second] = all.filter((account) => account.kind === kind);
    if (!first) throw NotFound.because();
    if (second)
      throw invalid(
        "provider",
        "required",
        "The organisation has several accounts of this kind: provider is required.",
      );
    return first.provider;
  }

  /** Tests the credentials. @returns false: the provider could not be reached. A refusal names the field. */
  async #accepted(rail: Rail, account: RailCredentials): Promise<boolean> {
    const check = await rail.checkAccount(account);
    if (check.outcome !== "refused") return check.outcome === "accepted";
    const part = check.field !== null && Object.hasOwn(rail.accountFields.settings, check.field);
    const path = check.field === null ? "credentials" : `${part ? "settings" : "credentials"}.${check.field}`;
    throw invalid(path, "refused", `${rail.provider} rejected ${path}: ${check.reason}`);
  }

  #checkRail(mode: Mode, { kind, provider, currencies }: WantedRailAccount): Rail {
    const ofKind = this.parts.rails.in(mode).filter((rail) => rail.kind === kind);
    const rail = ofKind.find((rail) => rail.provider === provider);
    if (rail === undefined) {
      const known = ofKind.map((rail) => rail.provider);
      const message = `provider must be one of the providers that serve ${kind}: ${known.join(", ") || "none"}.`;
      throw invalid("provider", "unknown_provider", message);
    }
    if (rail.byToken)
      throw invalid(
        "provider",
        "invalid_value",
        `${provider} needs no account: it is created with the first order in tokens.`,
      );
    currencies.forEach((currency, i) => {
      if (!rail.capabilities.currencies.has(currency) || this.parts.currencies.exponent(currency) === null) {
        const message = `${provider} does not support ${currency} with ${kind}.`;
        throw invalid(`currencies.${i}`, "unsupported_currency", message);
      }
    });
    return rail;
  }
}

/** Returns the record with the changed members; null removes one. */
function merged<Value>(
  before: Readonly<Record<string, Value>>,
  changes: Readonly<Record<string, Value | null>> = {},
): Record<string, Value> {
  const entries = Object.entries({ ...before, ...changes });
  return Object.fromEntries(entries.filter((entry): entry is [string, Value] => entry[1] !== null));
}

function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
