import { Chain, ChainUnavailable } from "../../ports/chain.ts";
import { Clock } from "../../ports/clock.ts";
import { Currencies } from "../../ports/currencies.ts";
import { type Cancellation, type LotChanges, type LotOfOrganisation, Lots } from "../../ports/lots.ts";
import { Prizes } from "../../ports/prizes.ts";
import { Random } from "../../ports/random.ts";
import { UnitOfWork } from "../../ports/unit-of-work.ts";
import { Wakers } from "../../ports/wakers.ts";
import { newEventId } from "../shared/new-ids.ts";
import { defineProblem, invalid, NotFound } from "../shared/problem.ts";
import { checkTransition, HasWinner, InvalidTransition, type NewLot, type PaymentOverride } from "./lot.ts";
import { hasUsableRail, NoUsableRail, paymentOptions } from "./payment-options.ts";
import { isNamed, type NewPrize, type Prize } from "./prize.ts";

export const OnChainCreationFailed = defineProblem(
  "onchain_creation_failed",
  "upstream",
  "The lot could not be created on the raffle contract.",
);

/** What partners do with prizes and competitions. */
export class Competitions {
  static readonly needs = [Lots, Prizes, UnitOfWork, Currencies, Chain, Wakers, Clock, Random] as const;
  readonly #lots: Lots;
  readonly #prizes: Prizes;
  readonly #unitOfWork: UnitOfWork;
  readonly #currencies: Currencies;
  readonly #chain: Chain;
  readonly #wakers: Wakers;
  readonly #clock: Clock;
  readonly #random: Random;

  constructor(
    lots: Lots,
    prizes: Prizes,
    unitOfWork: UnitOfWork,
    currencies: Currencies,
    chain: Chain,
    wakers: Wakers,
    clock: Clock,
    random: Random,
  ) {
    this.#lots = lots;
    this.#prizes = prizes;
    this.#unitOfWork = unitOfWork;
    this.#currencies = currencies;
    this.#chain = chain;
    this.#wakers = wakers;
    this.#clock = clock;
    this.#random = random;
  }

  addPrize(organisationId: number, prize: Omit<NewPrize, "createdAt">): Promise<Prize> {
    if (!isNamed(prize)) {
      throw invalid("name", "required", "A prize needs a name, or both brand and model.");
    }
    return this.#prizes.add(organisationId, { ...prize, createdAt: this.#clock.now() });
  }

  /** @param createOnChain needs the raffle contract, which this service does not have yet */
  async create(
    organisationId: number,
    lot: Omit<NewLot, "createdAt">,
    { createOnChain }: { readonly createOnChain: boolean },
  ): Promise<LotOfOrganisation> {
    const now = this.#clock.now();
    if (lot.endAt <= lot.startAt) throw invalid("endDate", "too_early", "endDate must be after startDate.");
    if (lot.endAt <= now) throw invalid("endDate", "past", "endDate must be in the future.");
    this.#checkCurrency(lot.payment);
    if ((await this.#prizes.byId(organisationId, lot.prizeId)) === null) {
      throw NotFound.because("No such prize in your organisation.");
    }
    const { organisation, enabled } = await this.#lots.paymentContext(organisationId);
    if (!hasUsableRail(paymentOptions(organisation, lot.payment), enabled)) throw NoUsableRail.because();
    if (createOnChain) throw OnChainCreationFailed.because();
    const added = await this.#lots.add(organisationId, { ...lot, createdAt: now });
    if (added === null) throw NotFound.because("No such prize in your organisation.");
    return { lot: added, organisation };
  }

  async byId(organisationId: number, id: number): Promise<LotOfOrganisation> {
    const found = await this.#lots.byId(organisationId, id);
    if (found === null) throw NotFound.because();
    return found;
  }

  /** Changes a lot under its lock: what is checked still holds when it is written. */
  change(organisationId: number, id: number, changes: LotChanges): Promise<LotOfOrganisation> {
    return this.#unitOfWork.run(async () => {
      const found = await this.#lots.lock(organisationId, id);
      if (found === null) throw NotFound.because();
      const { lot, organisation } = found;
      const now = this.#clock.now();
      if (lot.status === "ended" || lot.status === "cancelled") {
        throw InvalidTransition.because(`The competition is ${lot.status}: it can no longer be changed.`);
      }
      if (lot.status === "active" && now >= lot.endAt) {
        throw InvalidTransition.because("The competition's endDate has passed: it can no longer be changed.");
      }
      if (changes.status !== undefined) checkTransition(lot, changes.status, now);
      if (changes.payment !== undefined) {
        this.#checkCurrency(changes.payment);
        const { enabled } = await this.#lots.paymentContext(organisationId);
        if (!hasUsableRail(paymentOptions(organisation, changes.payment), enabled))
          throw NoUsableRail.because();
      }
      await this.#lots.change(organisationId, id, changes);
      return { organisation, lot: { ...lot, ...changes } };
    });
  }

  /**
   * Cancels; everything owed to the buyers follows by jobs. A repeated cancel changes nothing. Asks the chain about a
   * lot whose draw is committed, so it is not for a unit of work.
   */
  async cancel(organisationId: number, id: number): Promise<LotOfOrganisation> {
    const eventId = newEventId(this.#random);
    const attempt = (head: Cancellation["head"]) =>
      this.#lots.cancel(organisationId, id, { eventId, now: this.#clock.now(), head });
    let outcome = await attempt(null);
    if (outcome === "committed") {
      const { chainId } = this.#chain;
      outcome = await attempt({ chainId, blockNumber: await this.#chain.head() });
    }
    if (outcome === "missing") throw NotFound.because();
    if (outcome === "has_winner") throw HasWinner.because();
    if (outcome === "committed") throw ChainUnavailable.because("The draw is committed to another chain.");
    if (outcome === "cancelled") this.#wakers.eventsWritten();
    return this.byId(organisationId, id);
  }

  #checkCurrency({ fiatCurrency }: PaymentOverride): void {
    if (fiatCurrency !== null && this.#currencies.exponent(fiatCurrency) === null) {
      throw invalid("payment.fiatCurrency", "invalid_value", "fiatCurrency is no ISO 4217 currency.");
    }
  }
}
