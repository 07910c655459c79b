import type { AuditEntry, NewAuditEntry } from "../../src/operations/audit-entry.ts";
import type { Look, Page } from "../page.ts";
import type { Principal } from "../principal.ts";
import { type Token, token } from "../token.ts";
import type { AuditEntryId, OrganisationId } from "../../src/shared/ids.ts";

/** An entry of any organisation, or of none. */
export type AuditEntryOfAny = AuditEntry & {
  /** Its slug. */
  readonly organisation: string | null;
};

export interface AuditConditions {
  readonly actor: Principal | null;
  readonly action: string | null;
  /** Any of these; null: any. */
  readonly subjects: readonly string[] | null;
  /** From this time on. */
  readonly since: Date | null;
  /** Before this time. */
  readonly until: Date | null;
}

/** The audit log of what people and tokens did. */
export interface Audit {
  /** Must be called in the unit of work of the action that it records. */
  record(entry: NewAuditEntry): Promise<AuditEntryId>;
  /** Newest first. */
  list(organisationId: OrganisationId, page: Page): Promise<AuditEntry[]>;
  /** Same as `list`, with conditions; scans 20,000 entries. */
  look(
    organisationId: OrganisationId,
    conditions: AuditConditions,
    page: Page,
  ): Promise<Look<AuditEntry, AuditEntryId>>;
  /** Same as `list`, for the whole service. */
  listAll(page: Page): Promise<AuditEntryOfAny[]>;
  /** Same as `look`, for the whole service. */
  lookAll(conditions: AuditConditions, page: Page): Promise<Look<AuditEntryOfAny, AuditEntryId>>;
  /**
   * Waits for every unit of work that is recording an entry now. Afterwards each entry below the id of an existing
   * entry is there or never will be. Blocks no other process. Raises Unavailable if that takes too long.
   */
  settled(): Promise<void>;
  /** Oldest first, up to an entry. @param organisationId null: of the whole service */
  oldestFirst(
    organisationId: OrganisationId | null,
    upTo: AuditEntryId,
    page: Page,
  ): Promise<AuditEntryOfAny[]>;
}
export const Audit: Token<Audit> = token("Audit");
