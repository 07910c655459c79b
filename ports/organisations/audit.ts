import type { AuditEntry, NewAuditEntry } from "../../src/audit/audit-entry.ts";
import type { Look, Page } from "../page.ts";
import type { Principal } from "../principal.ts";
import { type Token, token } from "../token.ts";
import type { AuditEntryId, OrganisationId } from "../../src/shared/ids.ts";

/** The audit log of operators' actions. */
export interface Audit {
  /** Must be called in the unit of work of the action that it records. */
  record(entry: NewAuditEntry): Promise<void>;
  /** Newest first. */
  list(organisationId: OrganisationId, page: Page): Promise<AuditEntry[]>;
  /** As `list`, those that fit; 20,000 are looked at. */
  look(
    organisationId: OrganisationId,
    conditions: { readonly actor: Principal | null; readonly action: string | null },
    page: Page,
  ): Promise<Look<AuditEntry, AuditEntryId>>;
}
export const Audit: Token<Audit> = token("Audit");
