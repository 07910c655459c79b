import { Audit } from "../../ports/organisations/audit.ts";
import { Clock } from "../../ports/clock.ts";
import { UnitOfWork } from "../../ports/unit-of-work.ts";
import type { Parts } from "../../ports/token.ts";
import type { NewAuditEntry } from "./audit-entry.ts";

/** Who acts, and in which request. */
export type Act = Pick<NewAuditEntry, "actor" | "requestId">;
/** What was done, to what. */
type AuditRecord = Omit<NewAuditEntry, keyof Act | "at">;

const NEEDS = { audit: Audit, unitOfWork: UnitOfWork, clock: Clock };

/** Makes sure that whatever an operator changes is written down with the change, or not done. */
export class AuditTrail {
  static readonly needs = NEEDS;
  readonly #parts: Parts<typeof NEEDS>;

  constructor(parts: Parts<typeof NEEDS>) {
    this.#parts = parts;
  }

  /** Work and what it tells of itself, in one transaction. Work that changed nothing tells nothing. */
  run<T>(act: Act, work: (record: (entry: AuditRecord) => Promise<void>) => Promise<T>): Promise<T> {
    const { audit, clock, unitOfWork } = this.#parts;
    const { actor, requestId } = act;
    const record = (entry: AuditRecord) => audit.record({ ...entry, actor, requestId, at: clock.now() });
    return unitOfWork.run(() => work(record));
  }
}
