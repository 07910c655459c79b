import type { AuditEntry, NewAuditEntry } from "../../src/audit/audit-entry.ts";
import type { Page } from "../page.ts";
import { type Token, token } from "../token.ts";
import type { OrganisationId } from "../../src/shared/ids.ts";

/** Who did what, and when. */
export interface Audit {
  /** Belongs into the unit of work of what it tells of. */
  record(entry: NewAuditEntry): Promise<void>;
  /** Newest first. */
  list(organisationId: OrganisationId, page: Page): Promise<AuditEntry[]>;
}
export const Audit: Token<Audit> = token("Audit");
