import { Clock } from "../../ports/clock.ts";
import { HaltedLots } from "../../ports/lots/halted-lots.ts";
import { Process } from "../shared/process.ts";
import { type Act, AuditTrail } from "../operations/audit-trail.ts";
import type { LotId, OrganisationId } from "../shared/ids.ts";
import { InvalidTransition, NotFound } from "../shared/problem.ts";
import type { HaltedLot } from "./halted-lot.ts";

/** The operator's decision to resume a lot that a recovery has halted. Cancelling one is as for any lot. */
export class HaltedLotAdministration extends Process<typeof HaltedLotAdministration.needs> {
  static readonly needs = { halted: HaltedLots, trail: AuditTrail, clock: Clock };

  /**
   * Resumes a lot. Repeating it changes nothing.
   * @param highestTold the highest ticket number that any buyer received; at most the lot's own: none was given out
   * since the restored point
   */
  resume(act: Act, organisationId: OrganisationId, id: LotId, highestTold: number): Promise<HaltedLot> {
    const { trail, halted, clock } = this.parts;
    return trail.run(act, async (record) => {
      const outcome = await halted.resume(organisationId, id, { highestTold, now: clock.now() });
      if (outcome === "missing") throw NotFound.because();
      if (outcome === "no_room") {
        throw InvalidTransition.because(
          "The ticket numbers that buyers have received, and the tickets of pending orders, exceed the competition's tickets. Cancel the competition.",
        );
      }
      if (outcome === "resumed") {
        const subject = `competition:${id}`;
        await record({ organisationId, action: "competition.resumed", subject, facts: { highestTold } });
      }
      return this.#lot(organisationId, id);
    });
  }

  async #lot(organisationId: OrganisationId, id: LotId): Promise<HaltedLot> {
    const lot = await this.parts.halted.byId(organisationId, id);
    if (lot === null) throw NotFound.because();
    return lot;
  }
}
