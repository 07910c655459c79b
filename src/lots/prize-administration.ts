import { Clock } from "../../ports/clock.ts";
import { Prizes } from "../../ports/lots/prizes.ts";
import { UnitOfWork } from "../../ports/unit-of-work.ts";
import { Process } from "../shared/process.ts";
import type { OrganisationId, PrizeId } from "../shared/ids.ts";
import { defineProblem, invalid, NotFound } from "../shared/problem.ts";
import { isNamed, type NewPrize, type Prize } from "./prize.ts";

export const PrizeInUse = defineProblem(
  "prize_in_use",
  "conflict",
  "The prize is used by a competition. A used prize cannot be deleted, and cannot be changed once a competition has left draft.",
  { liftedByTime: true },
);

type Description = Omit<NewPrize, "createdAt">;

/** Manages organisations' prizes. A prize that has been offered to buyers does not change. */
export class PrizeAdministration extends Process<typeof PrizeAdministration.needs> {
  static readonly needs = { prizes: Prizes, unitOfWork: UnitOfWork, clock: Clock };

  add(organisationId: OrganisationId, prize: Description): Promise<Prize> {
    const { prizes, clock } = this.parts;
    checkNamed(prize);
    return prizes.add(organisationId, { ...prize, createdAt: clock.now() });
  }

  async byId(organisationId: OrganisationId, id: PrizeId): Promise<Prize> {
    const prize = await this.parts.prizes.byId(organisationId, id);
    if (prize === null) throw NotFound.because();
    return prize;
  }

  /** Changes a prize; omitted fields are unchanged. Opening a lot holds its prize, so both wait for each other. */
  change(organisationId: OrganisationId, id: PrizeId, changes: Partial<Description>): Promise<Prize> {
    const { unitOfWork, prizes } = this.parts;
    return unitOfWork.run(async () => {
      const prize = await prizes.lock(organisationId, id);
      if (prize === null) throw NotFound.because();
      if (Object.keys(changes).length === 0) return prize;
      if (await prizes.isOffered(organisationId, id)) {
        throw PrizeInUse.because(
          "The prize is used by a competition that has left draft: it can no longer be changed.",
        );
      }
      const { id: _, createdAt: __, ...present } = prize;
      const changed = { ...present, ...changes };
      checkNamed(changed);
      await prizes.update(organisationId, id, changed);
      return { ...prize, ...changes };
    });
  }

  async remove(organisationId: OrganisationId, id: PrizeId): Promise<void> {
    const outcome = await this.parts.prizes.remove(organisationId, id);
    if (outcome === "missing") throw NotFound.because();
    if (outcome === "used")
      throw PrizeInUse.because("The prize is used by a competition: it cannot be deleted.");
  }
}

function checkNamed(prize: Description): void {
  if (!isNamed(prize))
    throw invalid("name", "required", "A prize must have a name, or both brand and model.");
}
