import type { Principal } from "../../ports/principal.ts";
import type { AuditEntryId, OrganisationId } from "../shared/ids.ts";

/** One thing that was done to an organisation. Never changed, never deleted. */
export interface AuditEntry {
  readonly id: AuditEntryId;
  /** null: to none in particular. */
  readonly organisationId: OrganisationId | null;
  /** Who did it. */
  readonly actor: Principal;
  /** What was done: `api_key.revoked`. */
  readonly action: string;
  /** To what: `api_key:7`. */
  readonly subject: string;
  /** Nothing secret. */
  readonly facts: Readonly<Record<string, unknown>>;
  readonly requestId: string;
  readonly at: Date;
}

export type NewAuditEntry = Omit<AuditEntry, "id">;
