import { Clock } from "../../ports/clock.ts";
import { Currencies } from "../../ports/currencies.ts";
import { RailAccounts, type RailAccountSettings } from "../../ports/organisations/rail-accounts.ts";
import type { Rail, RailCredentials, RailKind } from "../../ports/rail.ts";
import { Rails } from "../../ports/rails.ts";
import { SimulatedClock } from "../../ports/simulated/simulated-clock.ts";
import { Process } from "../shared/process.ts";
import type { OrganisationId } from "../shared/ids.ts";
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

export type WantedRailAccount = Omit<RailAccountSettings, "now" | "verifiedAt">;

/** A rail account that `checked` has accepted. */
interface CheckedRailAccount extends WantedRailAccount {
  /** true: the provider accepted the credentials. */
  readonly verified: boolean;
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
  put(
    act: Act,
    organisationId: OrganisationId,
    { verified, ...request }: CheckedRailAccount,
  ): Promise<RailAccount> {
    const { trail, clock, accounts } = this.parts;
    const { kind, provider, currencies, enabled, credentials, settings } = request;
    return trail.run(act, async (record) => {
      await this.#refuseWithMovedClock(request);
      const now = clock.now();
      const previousUntil = new Date(now.getTime() + OVERLAP_MS);
      const verifiedAt = verified ? now : null;
      const put = await accounts.put(organisationId, { ...request, verifiedAt, previousUntil, now });
      if (put.outcome === "currencies_taken") {
        throw RailAccountExists.because(
          `Another enabled rail account of the organisation already serves ${put.currencies.join(", ")}.`,
        );
      }
      await record({
        organisationId,
        action: `rail_account.${put.outcome}`,
        subject: `rail_account:${kind}/${provider}`,
        facts: { currencies, enabled, settings, verified, credentialNames: Object.keys(credentials) },
      });
      return put.account;
    });
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
