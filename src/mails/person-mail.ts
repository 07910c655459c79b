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
    };
export const PERSON_MAILS: ReadonlySet<string> = new Set<PersonMailContent["kind"]>([
  "person_code",
  "code_refused",
  "passkey_added",
]);
