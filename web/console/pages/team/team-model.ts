import type { OnceHeaders } from "../../api/act.ts";
import type { Schema } from "../../api/schemas.ts";

/** Member or operator. */
export type TeamPerson = Pick<
  Schema<"Member">,
  "id" | "email" | "name" | "hasPasskey" | "since" | "seenAt"
> & {
  readonly role: string;
};
type Invitation = Schema<"Invitation">;
type Sent = Schema<"SentInvitation">;

/** Texts and API calls of a team. */
export interface Team {
  readonly title: string;
  readonly inviteLabel: string;
  readonly lead: string;
  readonly key: readonly unknown[];
  readonly roles: readonly string[];
  readonly mayWrite: boolean;
  readonly people: () => Promise<readonly TeamPerson[]>;
  readonly invitations: () => Promise<readonly Invitation[]>;
  readonly invite: (input: { email: string; role: string }, headers: OnceHeaders) => Promise<Sent>;
  readonly resend: (id: number, headers: OnceHeaders) => Promise<Sent>;
  readonly withdraw: (id: number, headers: OnceHeaders) => Promise<unknown>;
  readonly change: (input: { id: number; role: string }, headers: OnceHeaders) => Promise<unknown>;
  readonly remove: (id: number, headers: OnceHeaders) => Promise<unknown>;
  /** Called after a person was removed. */
  readonly onRemoved?: (id: number) => void;
  readonly reset: (id: number, headers: OnceHeaders) => Promise<Schema<"SignInReset">>;
}

/** Link that is shown once because no mail delivers it. */
export interface ShownLink {
  readonly kind: "invitation" | "reset";
  readonly link: string;
}

/** Person with the chosen action. */
export interface Chosen {
  readonly act: "change" | "reset" | "remove";
  readonly person: TeamPerson;
}
