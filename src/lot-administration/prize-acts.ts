import { Process } from "../shared/process.ts";
import { type Act, AuditTrail } from "../operations/audit-trail.ts";
import type { NewPrize, Prize } from "../lots/prize.ts";
import { PrizeAdministration } from "../lots/prize-administration.ts";
import type { OrganisationId, PrizeId } from "../shared/ids.ts";

type Description = Omit<NewPrize, "createdAt">;

/** People's changes of prizes, with audit entries; the rules are those of partners' requests. */
export class PrizeActs extends Process<typeof PrizeActs.needs> {
  static readonly needs = { prizes: PrizeAdministration, trail: AuditTrail };

  add(act: Act, organisationId: OrganisationId, prize: Description): Promise<Prize> {
    const { trail, prizes } = this.parts;
    return trail.run(act, async (record) => {
      const added = await prizes.add(organisationId, prize);
      const subject = `prize:${added.id}`;
      await record({ organisationId, action: "prize.created", subject, facts: { ...prize } });
      return added;
    });
  }

  /** Changes a prize; omitted fields are unchanged. */
  change(
    act: Act,
    organisationId: OrganisationId,
    id: PrizeId,
    changes: Partial<Description>,
  ): Promise<Prize> {
    const { trail, prizes } = this.parts;
    return trail.run(act, async (record) => {
      const changed = await prizes.change(organisationId, id, changes);
      if (Object.keys(changes).length > 0) {
        const subject = `prize:${id}`;
        await record({ organisationId, action: "prize.changed", subject, facts: { ...changes } });
      }
      return changed;
    });
  }

  remove(act: Act, organisationId: OrganisationId, id: PrizeId): Promise<void> {
    const { trail, prizes } = this.parts;
    return trail.run(act, async (record) => {
      await prizes.remove(organisationId, id);
      await record({ organisationId, action: "prize.removed", subject: `prize:${id}`, facts: {} });
    });
  }
}
