import { type OperatorLot, OperatorLots } from "../../ports/lots/operator-lots.ts";
import type { LotOfOrganisation } from "../../ports/lots/lots.ts";
import { Rails } from "../../ports/rails.ts";
import { Process } from "../shared/process.ts";
import { type Act, AuditTrail } from "../operations/audit-trail.ts";
import { HasWinner, type NewLot } from "../lots/lot.ts";
import { LotCatalogue, type LotChangeRequest } from "../lots/lot-catalogue.ts";
import type { LotCancellation } from "../lots/lot-cancellation.ts";
import { LotCanceller } from "../onchain/lot-canceller.ts";
import { LotCreation } from "../onchain/lot-creation.ts";
import type { LotId, OrganisationId } from "../shared/ids.ts";
import { NotFound } from "../shared/problem.ts";

type NewTerms = Omit<NewLot, "createdAt">;

/** People's changes of lots, with audit entries; the rules are those of partners' requests. */
export class LotAdministration extends Process<typeof LotAdministration.needs> {
  static readonly needs = {
    lots: OperatorLots,
    catalogue: LotCatalogue,
    lotCreation: LotCreation,
    lotCanceller: LotCanceller,
    rails: Rails,
    trail: AuditTrail,
  };

  /** Creates a lot off chain, as a draft. */
  create(act: Act, organisationId: OrganisationId, lot: NewTerms): Promise<OperatorLot> {
    return this.#created(act, organisationId, lot, () => this.parts.catalogue.create(organisationId, lot));
  }

  /** Raises the problem for which `create` refuses the lot now, and creates nothing. */
  check(organisationId: OrganisationId, lot: NewTerms): Promise<void> {
    return this.parts.catalogue.check(organisationId, lot);
  }

  /**
   * Creates a lot on the raffle contract. Calls the chain, so it must not run inside a unit of work.
   * @param idempotencyId the same in every try of a request
   * @returns makes the lot active; joins a unit of work, and calls neither chain nor rail
   */
  async createOnChain(
    act: Act,
    organisationId: OrganisationId,
    lot: NewTerms,
    idempotencyId: string | null,
  ): Promise<() => Promise<OperatorLot>> {
    const goLive = await this.parts.lotCreation.create(organisationId, lot, idempotencyId);
    return () => this.#created(act, organisationId, lot, goLive);
  }

  #created(
    act: Act,
    organisationId: OrganisationId,
    lot: NewTerms,
    create: () => Promise<LotOfOrganisation>,
  ): Promise<OperatorLot> {
    return this.parts.trail.run(act, async (record) => {
      const { id, onChain } = (await create()).lot;
      const subject = `competition:${id}`;
      await record({ organisationId, action: "competition.created", subject, facts: { ...lot, onChain } });
      return this.byId(organisationId, id);
    });
  }

  async byId(organisationId: OrganisationId, id: LotId): Promise<OperatorLot> {
    const lot = await this.parts.lots.byId(organisationId, id);
    if (lot === null) throw NotFound.because();
    return lot;
  }

  /** Changes a lot; omitted fields are unchanged. */
  change(
    act: Act,
    organisationId: OrganisationId,
    id: LotId,
    changes: LotChangeRequest,
  ): Promise<OperatorLot> {
    const { trail, catalogue } = this.parts;
    return trail.run(act, async (record) => {
      await catalogue.change(organisationId, id, changes);
      if (Object.keys(changes).length > 0) {
        const subject = `competition:${id}`;
        await record({ organisationId, action: "competition.changed", subject, facts: { ...changes } });
      }
      return this.byId(organisationId, id);
    });
  }

  /** Returns the effects of cancelling the lot now. Raises competition_has_winner for one that is drawn. */
  async cancellation(organisationId: OrganisationId, id: LotId): Promise<LotCancellation> {
    const { lots, rails } = this.parts;
    const { lot } = await this.byId(organisationId, id);
    if (lot.drawnAt !== null) throw HasWinner.because();
    return lots.cancellation(organisationId, id, rails.unrefundable);
  }

  /**
   * Cancels a lot, also one that a recovery has halted; all buyers who paid are refunded. Repeating it changes nothing.
   * May call the chain, so it must not run inside a unit of work.
   */
  async cancel(act: Act, organisationId: OrganisationId, id: LotId): Promise<OperatorLot> {
    const { trail, lotCanceller } = this.parts;
    await trail.run(act, async (record) => {
      const { lot } = await this.byId(organisationId, id);
      if (lot.status === "cancelled") return;
      if (lot.drawnAt !== null) throw HasWinner.because();
      const subject = `competition:${id}`;
      await record({ organisationId, action: "competition.cancelling", subject, facts: {} });
    });
    await lotCanceller.cancel(organisationId, id);
    return this.byId(organisationId, id);
  }
}
