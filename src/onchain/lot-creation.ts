import { Chain, ChainUnavailable } from "../../ports/chain.ts";
import { Clock } from "../../ports/clock.ts";
import { Log } from "../../ports/log.ts";
import { type LotOfOrganisation, Lots } from "../../ports/lots/lots.ts";
import { Prizes } from "../../ports/lots/prizes.ts";
import { type ChainCall, ChainCalls } from "../../ports/onchain/chain-calls.ts";
import { ChainSigner } from "../../ports/onchain/chain-signer.ts";
import { type ChainLot, RaffleBook } from "../../ports/onchain/raffle-book.ts";
import { RaffleContract } from "../../ports/onchain/raffle-contract.ts";
import { RaffleSettings } from "../../ports/settings.ts";
import { Process } from "../shared/process.ts";
import { UnitOfWork } from "../../ports/unit-of-work.ts";
import { checkTimes, type NewLot } from "../lots/lot.ts";
import { NoUsableRail } from "../lots/payment-options.ts";
import type { OrganisationId } from "../shared/ids.ts";
import { defineProblem, invalid, NotFound, Problem } from "../shared/problem.ts";
import { lotReference } from "./chain-call.ts";
import { newestTime } from "./chain-time.ts";
import { type LotTerms, sameTerms, unitsOf } from "./lot-terms.ts";

export const OnChainCreationFailed = defineProblem(
  "onchain_creation_failed",
  "upstream",
  "The competition could not be created on the raffle contract.",
);

/** Time after its request in which a creation may still be mined. */
export const VALID_MS = 120_000;
/** Longest running time of a lot, as in the contract. */
const LONGEST_MS = 366 * 86_400_000;
/** Time for preparing: if a slow node makes it longer, the request waits less for its block. */
const MOST_PREPARING_MS = 5_000;
/** Interval at which a request checks its call. */
const LOOK_MS = 150;

/** The parts that creating needs and a service may lack. */
interface OnChain {
  readonly contract: RaffleContract;
  readonly settings: RaffleSettings;
}

/**
 * Creates lots on the raffle contract. A request reserves a lot id for ever before anything is sent, so there is one
 * lot despite repetitions and crashes. It is hidden until it is live.
 */
export class LotCreation extends Process<typeof LotCreation.needs> {
  static readonly needs = {
    contract: RaffleContract,
    signer: ChainSigner,
    settings: RaffleSettings,
    book: RaffleBook,
    calls: ChainCalls,
    chain: Chain,
    lots: Lots,
    prizes: Prizes,
    unitOfWork: UnitOfWork,
    clock: Clock,
    log: Log,
  };

  /**
   * Creates the lot on the contract, or raises. Calls the chain, so it must not run inside a unit of work.
   * @param idempotencyId the same in every try of a request: a later try continues an earlier one
   * @returns makes the lot active; joins a unit of work, and makes no call
   */
  async create(
    organisationId: OrganisationId,
    lot: Omit<NewLot, "createdAt">,
    idempotencyId: string | null,
  ): Promise<() => Promise<LotOfOrganisation>> {
    const { book, contract, settings, signer } = this.parts;
    const begun = idempotencyId === null ? null : await book.byIdempotencyId(organisationId, idempotencyId);
    if (begun === null) await this.#checkAny(organisationId, lot);
    if (contract === null || settings === null || signer === null) throw OnChainCreationFailed.because();
    const latest = performance.now() + MOST_PREPARING_MS + settings.waitMs;
    const onChain = { contract, settings };
    if (begun === null) await this.#check(onChain, organisationId, lot);
    try {
      const chainLot = begun ?? (await this.#begin(onChain, organisationId, lot, idempotencyId));
      if (chainLot.state === "creating")
        await this.#created(onChain, chainLot, { isRepeat: begun !== null, latest });
      return () => this.#goLive(chainLot);
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== ChainUnavailable.code) throw error;
      throw OnChainCreationFailed.because(undefined, {}, { cause: error });
    }
  }

  /** Checks the rules of every competition. */
  async #checkAny(organisationId: OrganisationId, lot: Omit<NewLot, "createdAt">): Promise<void> {
    const { clock, prizes } = this.parts;
    checkTimes(lot, clock.now());
    if ((await prizes.byId(organisationId, lot.prizeId)) === null) throw noSuchPrize();
  }

  /** Refuses a lot that the contract would refuse, or that buyers could not buy. */
  async #check(
    { settings }: OnChain,
    organisationId: OrganisationId,
    lot: Omit<NewLot, "createdAt">,
  ): Promise<void> {
    const { clock, lots, book } = this.parts;
    const now = clock.now();
    if (lot.priceCents === 0)
      throw invalid("ticketPriceUSDCents", "too_small", "A competition on chain cannot be free.");
    if (lot.endAt.getTime() > now.getTime() + LONGEST_MS)
      throw invalid("endDate", "too_late", "A competition on chain must end within 366 days.");
    const { payment } = lot;
    if (payment.fiat === true)
      throw invalid("payment.fiat", "invalid_value", "A competition on chain is sold only for tokens.");
    if (payment.fiatCurrency !== null)
      throw invalid(
        "payment.fiatCurrency",
        "invalid_value",
        "A competition on chain is sold only for tokens.",
      );
    const { organisation } = await lots.paymentContext(organisationId);
    if (organisation.entryQuestionRequired)
      throw invalid(
        "createOnChain",
        "invalid_value",
        "The organisation requires an entry question, which the raffle contract cannot ask.",
      );
    if (!organisation.cryptoEnabled || payment.crypto === false)
      throw NoUsableRail.because("A competition on chain is sold for tokens, and crypto is off.");
    const isTaken = organisation.acceptedTokens.includes(lot.paymentToken);
    if (!isTaken || settings.tokens[lot.paymentToken] === null)
      throw NoUsableRail.because(`${lot.paymentToken} is not accepted.`);
    if ((await book.treasuryOf(organisationId)) === null)
      throw NoUsableRail.because("The organisation has no treasuryAddress to receive the proceeds.");
  }

  async #begin(
    { contract, settings }: OnChain,
    organisationId: OrganisationId,
    lot: Omit<NewLot, "createdAt">,
    idempotencyId: string | null,
  ): Promise<ChainLot> {
    const { book, chain, clock, unitOfWork } = this.parts;
    const token = settings.tokens[lot.paymentToken];
    const treasury = await book.treasuryOf(organisationId);
    if (token === null || treasury === null) throw NoUsableRail.because();
    const [startAt, endAt] = [wholeSeconds(lot.startAt), wholeSeconds(lot.endAt)];
    const { maxTickets, priceCents } = lot;
    const terms: LotTerms = { token, priceUnits: unitsOf(priceCents), maxTickets, treasury, startAt, endAt };
    const validUntil = await this.#validUntil();
    const createdAt = clock.now();
    // The lot sells for tokens even if the organisation's settings change: its terms are on the contract.
    const payment = { crypto: true, fiat: false, fiatCurrency: null };
    return unitOfWork.run(async () => {
      const begun = await book.begin(
        {
          organisationId,
          chainId: chain.chainId,
          contract: contract.address,
          terms,
          lot: { ...lot, startAt, endAt, payment, createdAt },
          validUntil,
          createdAt,
        },
        idempotencyId,
      );
      await this.#queue(contract, begun);
      return begun;
    });
  }

  /** Resolves when the lot is on the contract; raises OnChainCreationFailed if that takes too long. */
  async #created(
    { contract, settings }: OnChain,
    chainLot: ChainLot,
    { isRepeat, latest }: { readonly isRepeat: boolean; readonly latest: number },
  ): Promise<void> {
    const { calls, log } = this.parts;
    const { organisationId, lotId } = chainLot;
    const deadline = Math.min(performance.now() + settings.waitMs, latest);
    // An earlier request's call may be over, or end soon because it comes too late.
    let mayTryAgain = isRepeat;
    for (let tries = chainLot.tries; ;) {
      const call = await calls.byReference(creationOf(chainLot, tries));
      const outcome = call && (await this.#outcomeOf(call, contract, chainLot));
      if (outcome === "created") return;
      if (outcome === "failed") {
        if (!mayTryAgain) break;
        mayTryAgain = false;
        tries = await this.#tryAgain(contract, chainLot, tries);
        continue;
      }
      if (performance.now() > deadline) {
        log.warn({ organisationId, lotId }, "a lot was not created on the contract in time");
        break;
      }
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
    throw OnChainCreationFailed.because();
  }

  /** Returns the call's outcome; null: it is not known yet. */
  async #outcomeOf(
    { mined, state, error }: ChainCall,
    contract: RaffleContract,
    { organisationId, lotId, terms }: ChainLot,
  ): Promise<"created" | "failed" | null> {
    if (mined?.succeeded) return "created";
    if (mined === null && state !== "refused") return null;
    if (error !== "LotExists") return "failed";
    const found = await contract.lot(lotId, "newest");
    if (found?.state === "open" && sameTerms(found.terms, terms)) return "created";
    this.parts.log.error({ alert: true, organisationId, lotId }, "the contract has another lot of this id");
    return "failed";
  }

  /** @returns the number of the try */
  async #tryAgain(contract: RaffleContract, chainLot: ChainLot, tries: number): Promise<number> {
    const { book, unitOfWork } = this.parts;
    const { organisationId, lotId } = chainLot;
    const validUntil = await this.#validUntil();
    return unitOfWork.run(async () => {
      const locked = await book.lock(organisationId, lotId);
      // It was given up meanwhile.
      if (locked?.state !== "creating") throw OnChainCreationFailed.because();
      if (locked.tries !== tries) return locked.tries;
      const again = { ...locked, tries: tries + 1, validUntil };
      await book.tryAgain(organisationId, lotId, validUntil);
      await this.#queue(contract, again);
      return again.tries;
    });
  }

  /** Queues the creation. Makes no call, so it may be part of a unit of work. */
  async #queue(contract: RaffleContract, chainLot: ChainLot): Promise<void> {
    const { calls, clock } = this.parts;
    const { lotId, terms, validUntil, tries } = chainLot;
    const data = await contract.calls.createLot(lotId, terms, validUntil);
    await calls.queue({
      ...creationOf(chainLot, tries),
      target: contract.address,
      data,
      createdAt: clock.now(),
    });
  }

  /** Returns the time until which a creation is valid, by the chain's time if that is ahead. */
  async #validUntil(): Promise<Date> {
    const { chain, clock } = this.parts;
    const newest = await newestTime(chain);
    return new Date(Math.max(newest.getTime(), clock.now().getTime()) + VALID_MS);
  }

  #goLive({ organisationId, lotId }: ChainLot): Promise<LotOfOrganisation> {
    const { book, lots, unitOfWork, log } = this.parts;
    return unitOfWork.run(async () => {
      const chainLot = await book.lock(organisationId, lotId);
      if (chainLot === null || chainLot.state === "abandoned") throw OnChainCreationFailed.because();
      if (chainLot.state === "creating") {
        if (!(await book.goLive(chainLot))) throw noSuchPrize();
        log.info({ organisationId, lotId }, "lot created on the contract");
      }
      const found = await lots.byId(organisationId, lotId);
      if (found === null) throw NotFound.because();
      return found;
    });
  }
}

function creationOf({ organisationId, chainId, lotId }: ChainLot, tries: number) {
  return { organisationId, chainId, purpose: "create_lot", reference: lotReference(lotId, tries) } as const;
}

/** Cuts parts of a second: the contract has none. */
function wholeSeconds(at: Date): Date {
  return new Date(Math.floor(at.getTime() / 1_000) * 1_000);
}

function noSuchPrize(): Problem {
  return NotFound.because("The organisation has no such prize.");
}
