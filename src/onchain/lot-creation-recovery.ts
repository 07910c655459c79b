import { Chain } from "../../ports/chain.ts";
import { Clock } from "../../ports/clock.ts";
import { NewIds } from "../../ports/ids.ts";
import { Wakers } from "../../ports/jobs/wakers.ts";
import { Log } from "../../ports/log.ts";
import { Lots } from "../../ports/lots/lots.ts";
import { ChainCalls } from "../../ports/onchain/chain-calls.ts";
import { type ChainLot, RaffleBook } from "../../ports/onchain/raffle-book.ts";
import { RaffleContract } from "../../ports/onchain/raffle-contract.ts";
import { Process } from "../shared/process.ts";
import { UnitOfWork } from "../../ports/unit-of-work.ts";
import { lotReference } from "./chain-call.ts";
import { finalTime, newestTime } from "./chain-time.ts";
import { VALID_MS } from "./lot-creation.ts";

const BATCH = 16;
const EVER = new Date("9999-12-31T00:00:00Z");
/** Maximum tries to create a lot. */
const MOST_TRIES = 5;
/** Temporary failures: the previous try was mined too late, or a node named no error. */
const PASSING: ReadonlySet<string | null> = new Set(["TooLate", null]);

/** Ends what creating leaves behind: abandoned lots, and live ones that the chain has lost. */
export class LotCreationRecovery extends Process<typeof LotCreationRecovery.needs> {
  static readonly needs = {
    contract: RaffleContract,
    book: RaffleBook,
    calls: ChainCalls,
    chain: Chain,
    lots: Lots,
    unitOfWork: UnitOfWork,
    ids: NewIds,
    wakers: Wakers,
    clock: Clock,
    log: Log,
  };

  /** Processes one batch. @returns number of changed lots */
  async recoverOnce(): Promise<number> {
    const { contract } = this.parts;
    if (contract === null) return 0;
    return (await this.#abandonOverdue(contract)) + (await this.#createAgain(contract));
  }

  /** Abandons lots without a waiting request that, by a final block, can no longer be created. */
  async #abandonOverdue(contract: RaffleContract): Promise<number> {
    const { book, calls, chain, clock, log, unitOfWork } = this.parts;
    const { chainId } = chain;
    const of = { chainId, contract: contract.address };
    // Only the chain's time counts; it is queried only where it matters.
    if ((await book.overdue(of, EVER, 1)).length === 0) return 0;
    const overdue = await book.overdue(of, await finalTime(chain), BATCH);
    for (const { organisationId, lotId, validUntil } of overdue) {
      const found = await contract.lot(lotId, "final");
      const data = await contract.calls.cancelLot(lotId);
      await unitOfWork.run(async () => {
        const locked = await book.lock(organisationId, lotId);
        if (locked?.state !== "creating" || locked.validUntil.getTime() !== validUntil.getTime()) return;
        await book.abandon(organisationId, lotId);
        log.warn(
          { organisationId, lotId, onContract: found !== null },
          "a lot without a waiting request was abandoned",
        );
        if (found?.state !== "open") return;
        await calls.queue({
          organisationId,
          chainId,
          purpose: "cancel_lot",
          reference: lotReference(lotId, 1),
          target: contract.address,
          data,
          createdAt: clock.now(),
        });
      });
    }
    return overdue.length;
  }

  /** Creates lots again that a reorganisation has dropped, and whose repeated transaction came too late. */
  async #createAgain(contract: RaffleContract): Promise<number> {
    const { book, chain, calls } = this.parts;
    const vanished = await book.vanished({ chainId: chain.chainId, contract: contract.address }, BATCH);
    let done = 0;
    for (const chainLot of vanished) {
      const { organisationId, lotId, tries, terms } = chainLot;
      const found = await contract.lot(lotId, "final");
      if (found !== null) continue;
      const reference = lotReference(lotId, tries);
      const call = await calls.byReference({
        organisationId,
        chainId: chainLot.chainId,
        purpose: "create_lot",
        reference,
      });
      const time = await newestTime(chain);
      const isHopeless = tries >= MOST_TRIES || terms.endAt <= time || !PASSING.has(call?.error ?? null);
      await (isHopeless ? this.#cancel(chainLot) : this.#queueAgain(contract, chainLot, time));
      done++;
    }
    return done;
  }

  async #queueAgain(contract: RaffleContract, chainLot: ChainLot, time: Date): Promise<void> {
    const { book, calls, clock, log, unitOfWork } = this.parts;
    const { organisationId, lotId, chainId, tries, terms } = chainLot;
    const validUntil = new Date(Math.max(time.getTime(), clock.now().getTime()) + VALID_MS);
    const data = await contract.calls.createLot(lotId, terms, validUntil);
    await unitOfWork.run(async () => {
      const locked = await book.lock(organisationId, lotId);
      if (locked?.tries !== tries) return;
      await book.tryAgain(organisationId, lotId, validUntil);
      await calls.queue({
        organisationId,
        chainId,
        purpose: "create_lot",
        reference: lotReference(lotId, tries + 1),
        target: contract.address,
        data,
        createdAt: clock.now(),
      });
    });
    log.error(
      { alert: true, organisationId, lotId },
      "a reorganisation has dropped a lot of the contract; it is created again",
    );
  }

  /** Cancels a lot without buyers: it is on no block. */
  async #cancel({ organisationId, lotId }: ChainLot): Promise<void> {
    const { lots, ids, clock, log, wakers } = this.parts;
    const cancellation = { eventId: ids.event(), now: clock.now(), head: null };
    await lots.cancel(organisationId, lotId, cancellation);
    wakers.eventsWritten();
    log.error(
      { alert: true, organisationId, lotId },
      "a reorganisation has dropped a lot of the contract for good; it is cancelled",
    );
  }
}
