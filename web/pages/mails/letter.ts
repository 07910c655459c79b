import escapeHtml from "escape-html";
import type { ClaimedMail, Letter, MailContent } from "../../../src/mails/mail.ts";
import { directionOf, type Locale } from "../../../src/shop/locale.ts";
import { type Words, wordsIn } from "../../words/words.ts";
import { isToPerson, sayingToPerson } from "./person-letter.ts";
import { type Paragraph, printable } from "./paragraph.ts";

const REFUND_TEXTS = {
  sent: "mail.refund.sent",
  by_hand: "mail.refund.byHand",
  by_hand_done: "tickets.refund.by_hand_done",
} as const;

/** Renders a mail in its language, as text and as simple HTML. */
export function letterOf(organisationName: string, locale: Locale, content: ClaimedMail["content"]): Letter {
  const organisation = printable(organisationName);
  const { subject, paragraphs } = isToPerson(content)
    ? sayingToPerson(content)
    : saying(wordsIn(locale), organisation, content);
  const text = `${paragraphs.map(asText).join("\n\n")}\n\n-- \n${organisation}\n`;
  const html = `<!doctype html>
<html lang="${locale}" dir="${directionOf(locale)}">
<head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body>
${paragraphs.map(asHtml).join("\n")}
<p><bdi>${escapeHtml(organisation)}</bdi></p>
</body>
</html>
`;
  return { subject, text, html };
}

function saying(
  words: Words,
  organisation: string,
  content: MailContent,
): { readonly subject: string; readonly paragraphs: readonly Paragraph[] } {
  if (content.kind === "sign_in_code") {
    const { code, minutes } = content;
    return {
      // The code is not in the subject, which servers log and locked screens show.
      subject: words.text("mail.code.subject", { organisation }),
      paragraphs: [
        words.text("mail.code.intro"),
        { code },
        words.text("mail.code.valid", { minutes }),
        words.text("mail.code.ignore"),
      ],
    };
  }
  const title = printable(content.lotTitle);
  if (content.kind === "tickets_issued") {
    const { quantity, orderId: order, ticketsUrl: url } = content;
    const [first, last] = [String(content.firstTicket), String(content.lastTicket)];
    return {
      subject: words.text("mail.tickets.subject", { title }),
      paragraphs: [
        words.text(content.free ? "mail.tickets.free" : "mail.tickets.intro", { quantity, title }),
        words.text(first === last ? "mail.tickets.one" : "mail.tickets.range", { first, last }),
        { text: words.text("mail.tickets.all", { url }), url },
        words.text("mail.order", { order }),
      ],
    };
  }
  if (content.kind === "refund") {
    const { amount, orderId: order, state } = content;
    return {
      subject: words.text("mail.refund.subject", { title }),
      paragraphs: [
        words.text(REFUND_TEXTS[state], { amount, organisation }),
        words.text("mail.order", { order }),
      ],
    };
  }
  const { resultUrl: url } = content;
  return {
    subject: words.text("mail.winner.subject", { title }),
    paragraphs: [
      words.text("mail.winner.text", { ticket: String(content.ticket), title, organisation }),
      { text: words.text("mail.winner.result", { url }), url },
    ],
  };
}

function asText(paragraph: Paragraph): string {
  if (typeof paragraph === "string") return paragraph;
  return "code" in paragraph ? `    ${paragraph.code}` : paragraph.text;
}

function asHtml(paragraph: Paragraph): string {
  if (typeof paragraph === "string") return `<p>${escapeHtml(paragraph)}</p>`;
  if ("code" in paragraph) {
    const style = "font-size: 2em; letter-spacing: 0.1em";
    return `<p dir="ltr"><strong style="${style}">${escapeHtml(paragraph.code)}</strong></p>`;
  }
  const address = escapeHtml(paragraph.url);
  const link = `<a href="${address}">${address}</a>`;
  return `<p>${escapeHtml(paragraph.text).replace(address, () => link)}</p>`;
}
