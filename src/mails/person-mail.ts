import { type News, NEWS_KINDS } from "./news.ts";

/** Content of a mail to a person who works here. It names only the person's own organisations. */
export type PersonMailContent =
  | {
      readonly kind: "person_code";
      readonly code: string;
      readonly minutes: number;
    }
  | {
      /** Sent instead of a code to a person who cannot sign in by code. */
      readonly kind: "code_refused";
      /** Address of the person's sign-in page. */
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
      /** null: the person no longer works there. */
      readonly role: string | null;
    }
  /** @property url the page where the reader can act on it */
  | (News & { readonly url: string });
export const PERSON_MAILS: ReadonlySet<string> = new Set<PersonMailContent["kind"]>([
  "person_code",
  "code_refused",
  "passkey_added",
  "invitation",
  "sign_in_reset",
  "role_changed",
  ...NEWS_KINDS,
]);
