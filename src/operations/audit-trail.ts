import { Audit } from "../../ports/operations/audit.ts";
import { RealClock } from "../../ports/clock.ts";
import { UnitOfWork } from "../../ports/unit-of-work.ts";
import { Process } from "../shared/process.ts";
import type { AuditEntryId } from "../shared/ids.ts";
import type { NewAuditEntry } from "./audit-entry.ts";

export type Act = Pick<NewAuditEntry, "actor" | "requestId" | "source">;
type AuditRecord = Omit<NewAuditEntry, keyof Act | "at">;

export type Recorder = (entry: AuditRecord) => Promise<AuditEntryId>;

/** Returns the actor's name for other people. */
export function whoDid({ source }: Act): string {
  return source?.name ?? "The service";
}

/** Records each change by an operator in the transaction of the change: both are written, or neither. */
export class AuditTrail extends Process<typeof AuditTrail.needs> {
  static readonly needs = { audit: Audit, unitOfWork: UnitOfWork, clock: RealClock };

  /** Runs work and records its audit entries in one transaction. Work that changes nothing records nothing. */
  run<T>(act: Act, work: (record: Recorder) => Promise<T>): Promise<T> {
    const { audit, clock, unitOfWork } = this.parts;
    const { actor, requestId, source } = act;
    const record = (entry: AuditRecord) =>
      audit.record({ ...entry, actor, requestId, source, at: clock.now() });
    return unitOfWork.run(() => work(record));
  }
}
