import type { MailContent } from "../../../src/mails/mail.ts";
import { PERSON_MAILS, type PersonMailContent } from "../../../src/mails/person-mail.ts";
import { sayingOfNews } from "./news-letter.ts";
import { printable, type Saying } from "./paragraph.ts";

export function isToPerson(content: MailContent | PersonMailContent): content is PersonMailContent {
  return PERSON_MAILS.has(content.kind);
}

/**
 * Returns subject and paragraphs of a mail to an operator or a member. The console is in English, and so are its
 * mails.
 */
export function sayingToPerson(content: PersonMailContent): Saying {
  switch (content.kind) {
    case "person_code":
      return {
        // The code is not in the subject, which servers log and locked screens show.
        subject: "Your code to sign in",
        paragraphs: [
          "Enter this code where you requested it:",
          { code: content.code },
          `It works for ${content.minutes} minutes, once, and only in the browser that requested it.`,
          "If you did not request it, ignore this mail: signing in without the code is not possible. Never share the code with anyone.",
        ],
      };
    case "code_refused":
      return {
        subject: "You sign in with your passkey",
        paragraphs: [
          "A code to sign you in was requested. A code alone does not sign you in: use your passkey.",
          { text: `Sign in at ${content.url}`, url: content.url },
          "If you have lost your passkeys, ask an owner of your organisation, or the operator of this service, to reset your sign-in.",
          "If you did not request it, ignore this mail.",
        ],
      };
    case "passkey_added":
      return {
        subject: "A passkey was added",
        paragraphs: [
          `A passkey was added to your sign-in: ${printable(content.name)}.`,
          "If you did not add it, ask an owner of your organisation, or the operator of this service, to reset your sign-in now.",
        ],
      };
    case "invitation":
      return {
        subject: `You are invited to ${placeOf(content)}`,
        paragraphs: [
          `${printable(content.inviter)} invites you to join ${placeOf(content)} as ${content.role}.`,
          { text: `Accept within seven days: ${content.url}`, url: content.url },
          "If you did not expect an invitation, ignore this mail.",
        ],
      };
    case "sign_in_reset":
      return {
        subject: "Your sign-in was reset",
        paragraphs: [
          "Your passkeys were removed, and you were signed out everywhere.",
          {
            text: `Sign in within a day, once, with this link, then add a passkey: ${content.url}`,
            url: content.url,
          },
          "If you did not request this, tell an owner of your organisation, or the operator of this service.",
        ],
      };
    case "role_changed":
      return {
        subject: `Your role at ${placeOf(content)} has changed`,
        paragraphs: [
          content.role === null
            ? `You no longer work for ${placeOf(content)}.`
            : `You now work for ${placeOf(content)} as ${content.role}.`,
        ],
      };
    default:
      return sayingOfNews(content);
  }
}

function placeOf({ organisation }: { readonly organisation: string | null }): string {
  return organisation === null ? "this service" : printable(organisation);
}
