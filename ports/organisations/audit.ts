import type { AuditEntry, NewAuditEntry } from "../../src/audit/audit-entry.ts";
import type { Page } from "../page.ts";
import { type Token, token } from "../token.ts";
import type { OrganisationId } from "../../src/shared/ids.ts";

/** The audit log of operators' actions. */
export interface Audit {
  /** Must be called in the unit of work of the action that it records. */
  record(entry: NewAuditEntry): Promise<void>;
  /** Newest first. */
  list(organisationId: OrganisationId, page: Page): Promise<AuditEntry[]>;
}
export const Audit: Token<Audit> = token("Audit");
