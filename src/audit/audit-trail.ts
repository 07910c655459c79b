import { Audit } from "../../ports/organisations/audit.ts";
import { Clock } from "../../ports/clock.ts";
import { UnitOfWork } from "../../ports/unit-of-work.ts";
import type { NewAuditEntry } from "./audit-entry.ts";

/** Who acts, and in which request. */
export type Act = Pick<NewAuditEntry, "actor" | "requestId">;
/** What was done, to what. */
type AuditRecord = Omit<NewAuditEntry, keyof Act | "at">;

/** Makes sure that whatever an operator changes is written down with the change, or not done. */
export class AuditTrail {
  static readonly needs = [Audit, UnitOfWork, Clock] as const;
  readonly #audit: Audit;
  readonly #unitOfWork: UnitOfWork;
  readonly #clock: Clock;

  constructor(audit: Audit, unitOfWork: UnitOfWork, clock: Clock) {
    this.#audit = audit;
    this.#unitOfWork = unitOfWork;
    this.#clock = clock;
  }

  /** Work and what it tells of itself, in one transaction. Work that changed nothing tells nothing. */
  run<T>(act: Act, work: (record: (entry: AuditRecord) => Promise<void>) => Promise<T>): Promise<T> {
    const { actor, requestId } = act;
    const record = (entry: AuditRecord) =>
      this.#audit.record({ ...entry, actor, requestId, at: this.#clock.now() });
    return this.#unitOfWork.run(() => work(record));
  }
}
