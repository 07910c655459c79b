import { Letters } from "../../ports/mails/letters.ts";
import type { Letter } from "../../src/mails/mail.ts";

/** Mails in the words of `web/`, which are loaded when the first one is written. */
export class WebLetters implements Letters {
  static readonly as = Letters;
  static readonly needs = [] as const;

  async letter(mail: Parameters<Letters["letter"]>[0]): Promise<Letter> {
    const { letterOf } = await import("../../web/pages/mails/letter.ts");
    return letterOf(mail);
  }
}
