import type { Principal } from "../../ports/principal.ts";
import type { AuditEntryId, OrganisationId } from "../shared/ids.ts";

/** One recorded action on an organisation. Never changed, never deleted. */
export interface AuditEntry {
  readonly id: AuditEntryId;
  /** null: the action concerns no particular organisation. */
  readonly organisationId: OrganisationId | null;
  /** The actor. */
  readonly actor: Principal;
  /** The action, such as `api_key.revoked`. */
  readonly action: string;
  /** The subject, such as `api_key:7`. */
  readonly subject: string;
  /** Must not contain secrets. */
  readonly facts: Readonly<Record<string, unknown>>;
  readonly requestId: string;
  readonly at: Date;
}

export type NewAuditEntry = Omit<AuditEntry, "id">;
