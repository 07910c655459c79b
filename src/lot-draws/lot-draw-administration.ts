import { Chain } from "../../ports/chain.ts";
import { Clock } from "../../ports/clock.ts";
import { LotDraws } from "../../ports/lot-draws/lot-draws.ts";
import { type LotOfOrganisation, Lots } from "../../ports/lots/lots.ts";
import { Winners } from "../../ports/lots/winners.ts";
import { Process } from "../shared/process.ts";
import { LotCloser } from "../lots/lot-closer.ts";
import { lotState } from "../lots/lot.ts";
import type { Winner } from "../lots/winner.ts";
import { type Act, AuditTrail } from "../operations/audit-trail.ts";
import type { LotId, OrganisationId, WinnerId } from "../shared/ids.ts";
import { InvalidTransition, NotFound } from "../shared/problem.ts";
import { LotDrawRunner } from "./lot-draw-runner.ts";
import type { LotDrawDocument } from "./lot-draw-document.ts";

/** The operator's acts on draws and winners. None of them influences the choice of a winner. */
export class LotDrawAdministration extends Process<typeof LotDrawAdministration.needs> {
  static readonly needs = {
    lots: Lots,
    draws: LotDraws,
    winners: Winners,
    chain: Chain,
    lotCloser: LotCloser,
    drawRunner: LotDrawRunner,
    trail: AuditTrail,
    clock: Clock,
  };

  /**
   * Advances the draw of a closing lot now, as far as possible; of a lot on chain the contract has the draw. Raises
   * ChainUnavailable. Reads the chain, so it must not run inside a unit of work.
   */
  async draw(act: Act, organisationId: OrganisationId, lotId: LotId): Promise<LotDrawDocument> {
    const { trail, clock, drawRunner, draws, chain } = this.parts;
    await trail.run(act, async (record) => {
      const { lot } = await this.#lot(organisationId, lotId);
      const state = lotState(lot, clock.now());
      if (state !== "closing") {
        throw InvalidTransition.because(
          `The competition is ${state}: only a closing competition can be drawn.`,
        );
      }
      if (lot.onChain) {
        throw InvalidTransition.because(
          "The competition is on the raffle contract: its draw is requested there once, as soon as it is closed.",
        );
      }
      await record({ organisationId, action: "draw.retried", subject: `competition:${lotId}`, facts: {} });
    });
    await this.parts.lotCloser.closeLot(lotId);
    await drawRunner.drawLot(lotId);
    const document = await draws.document({ organisationId }, lotId, chain.chainId);
    if (document === null) throw NotFound.because();
    return document;
  }

  /** Archives a drawn lot. Repeating it changes nothing. */
  archive(act: Act, organisationId: OrganisationId, lotId: LotId): Promise<LotOfOrganisation> {
    const { trail, clock, lots } = this.parts;
    return trail.run(act, async (record) => {
      const found = await this.#lot(organisationId, lotId);
      const { lot } = found;
      if (lot.archivedAt !== null) return found;
      const now = clock.now();
      if (lot.drawnAt === null) {
        const state = lotState(lot, now);
        throw InvalidTransition.because(
          `The competition is ${state}: only a drawn competition can be archived.`,
        );
      }
      await lots.archive(organisationId, lotId, now);
      const subject = `competition:${lotId}`;
      await record({ organisationId, action: "competition.archived", subject, facts: {} });
      return { ...found, lot: { ...lot, archivedAt: now } };
    });
  }

  /** Publishes a winner, or hides it. Repeating it changes nothing. */
  publish(
    act: Act,
    organisationId: OrganisationId,
    winnerId: WinnerId,
    isPublished: boolean,
  ): Promise<{ readonly winner: Winner; readonly isChanged: boolean }> {
    const { trail, winners, clock } = this.parts;
    return trail.run(act, async (record) => {
      const winner = await winners.lock(organisationId, winnerId);
      if (winner === null) throw NotFound.because();
      if ((winner.publishedAt !== null) === isPublished) return { winner, isChanged: false };
      const publishedAt = isPublished ? clock.now() : null;
      await winners.publish(organisationId, winnerId, publishedAt);
      await record({
        organisationId,
        action: isPublished ? "winner.published" : "winner.unpublished",
        subject: `winner:${winnerId}`,
        facts: { competitionId: winner.lotId },
      });
      return { winner: { ...winner, publishedAt }, isChanged: true };
    });
  }

  async #lot(organisationId: OrganisationId, lotId: LotId): Promise<LotOfOrganisation> {
    const found = await this.parts.lots.lock(organisationId, lotId);
    if (found === null) throw NotFound.because();
    return found;
  }
}
