import type { Principal } from "../../ports/principal.ts";
import type { AuditEntryId, LoginId, OrganisationId } from "../shared/ids.ts";

/** The origin of an act, as it was at that time. */
export interface ActSource {
  /** A person's name; null: it was not a person. */
  readonly name: string | null;
  readonly email: string | null;
  readonly loginId: LoginId | null;
  /** The network address. */
  readonly client: string | null;
}

/** One recorded action on an organisation. Never changed, never deleted. */
export interface AuditEntry {
  readonly id: AuditEntryId;
  /** null: the action does not concern one organisation. */
  readonly organisationId: OrganisationId | null;
  readonly actor: Principal;
  /** The action, such as `api_key.revoked`. */
  readonly action: string;
  /** The subject, such as `api_key:7`. */
  readonly subject: string;
  /** Must not contain secrets. */
  readonly facts: Readonly<Record<string, unknown>>;
  readonly requestId: string;
  readonly at: Date;
  readonly source: ActSource;
}

/** An entry to write. Without a source: the service itself acted. */
export type NewAuditEntry = Omit<AuditEntry, "id" | "source"> & { readonly source?: ActSource };
