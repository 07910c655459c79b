import type { OnceHeaders } from "../../api/act.ts";
import type { Schema } from "../../api/schemas.ts";

/** Somebody of a team. */
export type TeamPerson = Pick<
  Schema<"Member">,
  "id" | "email" | "name" | "hasPasskey" | "since" | "seenAt"
> & {
  readonly role: string;
};
type Invitation = Schema<"Invitation">;
type Sent = Schema<"SentInvitation">;

/** Where a team is, and what the API does with it. */
export interface Team {
  readonly title: string;
  readonly inviteLabel: string;
  readonly lead: string;
  readonly key: readonly unknown[];
  readonly roles: readonly string[];
  readonly mayWrite: boolean;
  readonly people: () => Promise<readonly TeamPerson[]>;
  readonly invitations: () => Promise<readonly Invitation[]>;
  readonly invite: (wanted: { email: string; role: string }, headers: OnceHeaders) => Promise<Sent>;
  readonly resend: (id: number, headers: OnceHeaders) => Promise<Sent>;
  readonly withdraw: (id: number, headers: OnceHeaders) => Promise<unknown>;
  readonly change: (wanted: { id: number; role: string }, headers: OnceHeaders) => Promise<unknown>;
  readonly remove: (id: number, headers: OnceHeaders) => Promise<unknown>;
  /** What is shown once somebody is removed. */
  readonly onRemoved?: (id: number) => void;
  readonly reset: (id: number, headers: OnceHeaders) => Promise<Schema<"SignInReset">>;
}

/** A link that is shown once because no mail brings it. */
export interface ShownLink {
  readonly kind: "invitation" | "reset";
  readonly link: string;
}

/** What is done with whom. */
export interface Chosen {
  readonly act: "change" | "reset" | "remove";
  readonly person: TeamPerson;
}
