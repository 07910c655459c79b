import { Clock } from "../../ports/clock.ts";
import { Prizes } from "../../ports/lots/prizes.ts";
import { UnitOfWork } from "../../ports/unit-of-work.ts";
import { defineProblem, invalid, NotFound } from "../shared/problem.ts";
import { isNamed, type NewPrize, type Prize } from "./prize.ts";

export const PrizeInUse = defineProblem(
  "prize_in_use",
  "conflict",
  "A competition has this prize: it can no longer be removed or, once a competition has left its draft, changed.",
);

type Description = Omit<NewPrize, "createdAt">;

/** Keeps the prizes of organisations. What buyers have been offered stays as it was. */
export class PrizeAdministration {
  static readonly needs = [Prizes, UnitOfWork, Clock] as const;
  readonly #prizes: Prizes;
  readonly #unitOfWork: UnitOfWork;
  readonly #clock: Clock;

  constructor(prizes: Prizes, unitOfWork: UnitOfWork, clock: Clock) {
    this.#prizes = prizes;
    this.#unitOfWork = unitOfWork;
    this.#clock = clock;
  }

  add(organisationId: number, prize: Description): Promise<Prize> {
    checkNamed(prize);
    return this.#prizes.add(organisationId, { ...prize, createdAt: this.#clock.now() });
  }

  async byId(organisationId: number, id: number): Promise<Prize> {
    const prize = await this.#prizes.byId(organisationId, id);
    if (prize === null) throw NotFound.because();
    return prize;
  }

  /** Members that are left out stay as they are. A lot that is being opened holds its prize, so one of both waits. */
  change(organisationId: number, id: number, changes: Partial<Description>): Promise<Prize> {
    return this.#unitOfWork.run(async () => {
      const prize = await this.#prizes.lock(organisationId, id);
      if (prize === null) throw NotFound.because();
      if (Object.keys(changes).length === 0) return prize;
      if (await this.#prizes.isOffered(organisationId, id)) {
        throw PrizeInUse.because(
          "A competition that has left its draft has this prize: it can no longer be changed.",
        );
      }
      const { id: _, createdAt: __, ...present } = prize;
      const changed = { ...present, ...changes };
      checkNamed(changed);
      await this.#prizes.update(organisationId, id, changed);
      return { ...prize, ...changes };
    });
  }

  async remove(organisationId: number, id: number): Promise<void> {
    const outcome = await this.#prizes.remove(organisationId, id);
    if (outcome === "missing") throw NotFound.because();
    if (outcome === "used") throw PrizeInUse.because("A competition has this prize: it cannot be removed.");
  }
}

function checkNamed(prize: Description): void {
  if (!isNamed(prize)) throw invalid("name", "required", "A prize needs a name, or both brand and model.");
}
