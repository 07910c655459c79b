import type { News } from "./news.ts";

/** What a mail tells a person who works here. Nothing in it names an organisation that is not the person's own. */
export type PersonMailContent =
  | {
      readonly kind: "person_code";
      readonly code: string;
      readonly minutes: number;
    }
  | {
      /** Instead of a code, to somebody whom no code signs in. */
      readonly kind: "code_refused";
      /** Where the person signs in. */
      readonly url: string;
    }
  | {
      readonly kind: "passkey_added";
      readonly name: string;
    }
  | {
      readonly kind: "invitation";
      /** null: to work for the service. */
      readonly organisation: string | null;
      readonly role: string;
      readonly inviter: string;
      readonly url: string;
    }
  | {
      readonly kind: "sign_in_reset";
      readonly url: string;
    }
  | {
      readonly kind: "role_changed";
      readonly organisation: string | null;
      /** null: the person works there no more. */
      readonly role: string | null;
    }
  /** @property url the page where something can be done about it */
  | (News & { readonly url: string });
export const PERSON_MAILS: ReadonlySet<string> = new Set<PersonMailContent["kind"]>([
  "person_code",
  "code_refused",
  "passkey_added",
  "invitation",
  "sign_in_reset",
  "role_changed",
  "keys",
  "endpoints_disabled",
  "endpoints_failing",
  "refunds_failed",
]);
