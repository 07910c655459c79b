import { Chain, ChainUnavailable } from "../../ports/chain.ts";
import { Clock } from "../../ports/clock.ts";
import { Currencies } from "../../ports/currencies.ts";
import { EntryQuestions } from "../../ports/lots/entry-questions.ts";
import { type Cancellation, type LotChanges, type LotOfOrganisation, Lots } from "../../ports/lots/lots.ts";
import { Prizes } from "../../ports/lots/prizes.ts";
import { NewIds } from "../../ports/ids.ts";
import { UnitOfWork } from "../../ports/unit-of-work.ts";
import { Wakers } from "../../ports/jobs/wakers.ts";
import { Process } from "../shared/process.ts";
import type { LotId, OrganisationId } from "../shared/ids.ts";
import { changedMetadata, type MetadataChanges } from "../shared/metadata.ts";
import { invalid, InvalidTransition, NotFound, type Problem } from "../shared/problem.ts";
import {
  checkChainChanges,
  checkDraftChanges,
  checkTimes,
  checkTransition,
  HasWinner,
  type NewLot,
  type PaymentOverride,
} from "./lot.ts";
import { PaymentOffers } from "./payment-offers.ts";
import { type FiatObstacle, hasUsableRail, NoUsableRail, paymentOptions } from "./payment-options.ts";

const WITHOUT_FIAT: Readonly<Record<FiatObstacle, string>> = {
  fiat_off:
    "No buyer could pay: card and bank checkout is disabled, and tickets cannot be bought with crypto yet.",
  no_rail_account: "No buyer could pay: no rail account serves the charge currency.",
  no_exchange_rate: "No buyer could pay: the organisation has no exchange rate for the charge currency.",
};

/** Changes as a caller asks for them. */
export interface LotChangeRequest extends Omit<LotChanges, "metadata"> {
  /** null removes all keys. */
  readonly metadata?: MetadataChanges | null;
}

export class LotCatalogue extends Process<typeof LotCatalogue.needs> {
  static readonly needs = {
    lots: Lots,
    prizes: Prizes,
    questions: EntryQuestions,
    offers: PaymentOffers,
    unitOfWork: UnitOfWork,
    currencies: Currencies,
    chain: Chain,
    wakers: Wakers,
    clock: Clock,
    ids: NewIds,
  };

  /** Creates a lot off chain. */
  async create(organisationId: OrganisationId, lot: Omit<NewLot, "createdAt">): Promise<LotOfOrganisation> {
    const { clock, lots } = this.parts;
    const now = clock.now();
    await this.check(organisationId, lot);
    const added = await lots.add(organisationId, { ...lot, createdAt: now });
    if (added === null) throw noSuchPrize();
    return this.byId(organisationId, added.id);
  }

  /** Raises the problem for which `create` refuses the lot now, and creates nothing. */
  async check(organisationId: OrganisationId, lot: Omit<NewLot, "createdAt">): Promise<void> {
    const { clock, prizes, lots } = this.parts;
    checkTimes(lot, clock.now());
    this.#checkCurrency(lot.payment);
    if ((await prizes.byId(organisationId, lot.prizeId)) === null) throw noSuchPrize();
    const { organisation, enabled } = await lots.paymentContext(organisationId);
    if (!hasUsableRail(paymentOptions(organisation, { ...lot, onChain: false }), enabled))
      throw NoUsableRail.because();
  }

  async byId(organisationId: OrganisationId, id: LotId): Promise<LotOfOrganisation> {
    const found = await this.parts.lots.byId(organisationId, id);
    if (found === null) throw NotFound.because();
    return found;
  }

  /** Changes a lot under its lock, so that checks still hold when it is written. */
  change(
    organisationId: OrganisationId,
    id: LotId,
    { metadata, ...changes }: LotChangeRequest,
  ): Promise<LotOfOrganisation> {
    const { unitOfWork, lots, clock, prizes } = this.parts;
    return unitOfWork.run(async () => {
      const found = await lots.lock(organisationId, id);
      if (found === null) throw NotFound.because();
      const { lot, organisation } = found;
      const now = clock.now();
      const opened = changes.status === "active" && lot.status === "draft";
      if (opened || changes.prizeId !== undefined) {
        const prizeId = changes.prizeId ?? lot.prizeId;
        if (!(await prizes.hold(organisationId, prizeId))) throw noSuchPrize();
      }
      if (lot.status === "ended" || lot.status === "cancelled") {
        throw InvalidTransition.because(`The competition is ${lot.status}: it can no longer be changed.`);
      }
      if (lot.status === "active" && now >= lot.endAt) {
        throw InvalidTransition.because("The competition's endDate has passed: it can no longer be changed.");
      }
      checkDraftChanges(lot, changes, now);
      checkChainChanges(lot, changes);
      const endAt = changes.endAt ?? lot.endAt;
      if (changes.status !== undefined) checkTransition({ ...lot, endAt }, changes.status, now);
      if (changes.payment !== undefined) {
        this.#checkCurrency(changes.payment);
        const { enabled } = await lots.paymentContext(organisationId);
        if (!hasUsableRail(paymentOptions(organisation, { ...lot, ...changes }), enabled))
          throw NoUsableRail.because();
      }
      await lots.change(organisationId, id, {
        ...changes,
        ...(metadata !== undefined && { metadata: changedMetadata(lot.metadata, metadata) }),
      });
      const changed = await this.byId(organisationId, id);
      if (opened || (changed.lot.status === "active" && changes.payment !== undefined))
        await this.#checkSellable(organisationId, changed);
      return changed;
    });
  }

  /** Refuses to open a lot that no buyer could pay for. */
  async #checkSellable(organisationId: OrganisationId, found: LotOfOrganisation): Promise<void> {
    const { offers } = this.parts;
    const obstacle = offers.isPayable(found) ? null : offers.obstacle(found);
    if (obstacle !== null) throw NoUsableRail.because(WITHOUT_FIAT[obstacle], { reason: obstacle });
    if (!found.organisation.entryQuestionRequired) return;
    const questions = await this.parts.questions.list(organisationId, { limit: 1, after: null });
    if (questions.length > 0) return;
    throw InvalidTransition.because(
      "No buyer could enter: an entry question is required, and the organisation has none.",
      { reason: "no_entry_question" },
    );
  }

  /**
   * Cancels a lot; refunds follow by background jobs. A repeated cancel changes nothing. Reads the chain if the draw is
   * committed, so it must not run inside a unit of work. The head that is read then decides, not the moment at which the
   * statement gets the lot's lock.
   */
  async cancel(organisationId: OrganisationId, id: LotId): Promise<LotOfOrganisation> {
    const { ids, lots, clock, chain, wakers } = this.parts;
    const eventId = ids.event();
    const attempt = (head: Cancellation["head"]) =>
      lots.cancel(organisationId, id, { eventId, now: clock.now(), head });
    let outcome = await attempt(null);
    if (outcome === "committed") {
      const { chainId } = chain;
      outcome = await attempt({ chainId, blockNumber: await chain.head() });
    }
    if (outcome === "missing") throw NotFound.because();
    if (outcome === "has_winner") throw HasWinner.because();
    if (outcome === "committed") throw ChainUnavailable.because("The draw is committed to another chain.");
    if (outcome === "cancelled") wakers.eventsWritten();
    return this.byId(organisationId, id);
  }

  #checkCurrency({ fiatCurrency }: PaymentOverride): void {
    if (fiatCurrency !== null && this.parts.currencies.exponent(fiatCurrency) === null) {
      throw invalid(
        "payment.fiatCurrency",
        "invalid_value",
        "fiatCurrency is not an ISO 4217 currency code.",
      );
    }
  }
}

function noSuchPrize(): Problem {
  return NotFound.because("The organisation has no such prize.");
}
