import { ChainUnavailable } from "../../ports/chain.ts";
import { Clock } from "../../ports/clock.ts";
import { NewIds } from "../../ports/ids.ts";
import { Wakers } from "../../ports/jobs/wakers.ts";
import { type LotOfOrganisation, Lots } from "../../ports/lots/lots.ts";
import { RaffleContract } from "../../ports/onchain/raffle-contract.ts";
import { RaffleSettings } from "../../ports/settings.ts";
import { RaffleWatch } from "../../ports/onchain/raffle-watch.ts";
import { Process } from "../shared/process.ts";
import { HasWinner } from "../lots/lot.ts";
import { LotCatalogue } from "../lots/lot-catalogue.ts";
import type { LotId, OrganisationId } from "../shared/ids.ts";
import { NotFound, type Problem } from "../shared/problem.ts";
import { mayBeOvertaken } from "./lot-step.ts";
import { RaffleLots } from "./raffle-lots.ts";

/** Interval at which a request checks its call. */
const LOOK_MS = 150;

export class LotCanceller extends Process<typeof LotCanceller.needs> {
  static readonly needs = {
    contract: RaffleContract,
    settings: RaffleSettings,
    watch: RaffleWatch,
    steps: RaffleLots,
    catalogue: LotCatalogue,
    lots: Lots,
    wakers: Wakers,
    clock: Clock,
    ids: NewIds,
  };

  /**
   * Cancels a lot on chain: waits until a block has its cancellation, or a final one where a stranger's request might
   * still overtake it. Raises ChainUnavailable if that takes too long; the cancellation continues in the background,
   * and a repeat resumes it. Calls the chain, so it must not run inside a unit of work.
   */
  async cancel(organisationId: OrganisationId, id: LotId): Promise<LotOfOrganisation> {
    const { catalogue, watch, clock } = this.parts;
    const found = await catalogue.byId(organisationId, id);
    if (!found.lot.onChain) return catalogue.cancel(organisationId, id);
    const outcome = await watch.intendCancel(organisationId, id, clock.now());
    if (outcome === "missing") throw NotFound.because();
    if (outcome === "has_winner") throw HasWinner.because();
    if (outcome === "intended") await this.#cancelled(organisationId, id);
    return catalogue.byId(organisationId, id);
  }

  async #cancelled(organisationId: OrganisationId, lotId: LotId): Promise<void> {
    const { contract, settings, steps, catalogue, watch } = this.parts;
    if (contract === null || settings === null) throw tooLong();
    const deadline = performance.now() + settings.waitMs;
    for (;;) {
      const { lot } = await catalogue.byId(organisationId, lotId);
      if (lot.status === "cancelled") return;
      await steps.send({ organisationId, lotId }, "cancel_lot");
      const call = await watch.latestCall({ organisationId, lotId }, "cancel_lot");
      if (call?.succeeded && !mayBeOvertaken(lot.endAt, this.parts.clock.now())) {
        return this.#tell(organisationId, lotId);
      }
      if (call?.state === "refused" || call?.succeeded === false) {
        const found = await contract.lot(lotId, "newest");
        // A stranger was first.
        if (found?.state === "drawing" || found?.state === "drawn") throw HasWinner.because();
      }
      if (performance.now() > deadline) throw tooLong();
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
  }

  async #tell(organisationId: OrganisationId, lotId: LotId): Promise<void> {
    const { lots, clock, ids, wakers } = this.parts;
    const cancellation = { eventId: ids.event(), now: clock.now(), head: null };
    const outcome = await lots.cancel(organisationId, lotId, cancellation);
    if (outcome === "cancelled") wakers.eventsWritten();
  }
}

function tooLong(): Problem {
  return ChainUnavailable.because(
    "The cancellation is not in a block yet and continues. Repeat the request shortly.",
  );
}
