import type { ClaimedMail, Letter, MailContent } from "../../../src/mails/mail.ts";
import { type Words, wordsIn } from "../../words/words.ts";
import { letterHtml } from "./letter-html.ts";
import { isToPerson, sayingToPerson } from "./person-letter.ts";
import { type Paragraph, printable, type Saying } from "./paragraph.ts";

const REFUND_TEXTS = {
  sent: "mail.refund.sent",
  by_hand: "mail.refund.byHand",
  by_hand_done: "tickets.refund.by_hand_done",
} as const;

/** Renders a mail in its language, as text and as HTML. */
export function letterOf(
  mail: Pick<ClaimedMail, "organisationName" | "letterhead" | "locale" | "content">,
): Letter {
  const { locale, content, letterhead } = mail;
  const organisation = printable(mail.organisationName);
  const words = wordsIn(locale);
  const { subject, paragraphs } = isToPerson(content)
    ? sayingToPerson(content)
    : saying(words, organisation, content);
  const about = letterhead === null ? [] : aboutSeller(letterhead, words);
  const foot = [organisation, ...about.map(({ name, address }) => `${name}: ${address}`)];
  return {
    replyTo: letterhead?.supportEmail ?? null,
    subject,
    text: `${paragraphs.map(asText).join("\n\n")}\n\n-- \n${foot.join("\n")}\n`,
    html: letterHtml({ locale, organisation, theme: letterhead?.theme ?? {}, subject, paragraphs, about }),
  };
}

function aboutSeller(letterhead: NonNullable<ClaimedMail["letterhead"]>, words: Words) {
  const { termsUrl, privacyUrl, imprintUrl, supportEmail } = letterhead;
  return [
    { name: words.text("seller.contact"), address: supportEmail },
    { name: words.text("seller.terms"), address: termsUrl },
    { name: words.text("seller.privacy"), address: privacyUrl },
    { name: words.text("seller.imprint"), address: imprintUrl },
  ].flatMap(({ name, address }) => (address === null ? [] : [{ name, address }]));
}

function saying(words: Words, organisation: string, content: MailContent): Saying {
  switch (content.kind) {
    case "sign_in_code": {
      const { code, minutes } = content;
      return {
        // Phones show it without opening the mail. It works only in the browser that requested it.
        subject: words.text("mail.code.subject", { code, organisation }),
        paragraphs: [
          words.text("mail.code.intro"),
          { code },
          words.text("mail.code.valid", { minutes }),
          words.text("mail.code.ignore"),
        ],
      };
    }
    case "tickets_issued":
      return receipt(words, content);
    case "order_unpaid": {
      const { amount, orderId, orderUrl, quantity, payUntil } = content;
      const title = printable(content.lotTitle);
      const time = words.time(new Date(payUntil));
      return {
        subject: words.text("mail.unpaid.subject", { title }),
        paragraphs: [
          words.text("mail.unpaid.text", { title, time }),
          {
            facts: [
              [words.text("mail.receipt.competition"), title],
              [words.text("mail.receipt.tickets"), words.number(quantity)],
              [words.text("checkout.toPay"), amount],
              [words.text("mail.receipt.order"), orderId],
            ],
          },
          { button: words.text("tickets.continue"), url: orderUrl },
        ],
      };
    }
    case "refund": {
      const { amount, orderId, state } = content;
      const title = printable(content.lotTitle);
      return {
        subject: words.text("mail.refund.subject", { title }),
        paragraphs: [
          words.text(REFUND_TEXTS[state], { amount, organisation }),
          {
            facts: [
              [words.text("mail.receipt.refunded"), amount],
              [words.text("mail.receipt.competition"), title],
              [words.text("mail.receipt.order"), orderId],
            ],
          },
        ],
      };
    }
    case "winner": {
      const title = printable(content.lotTitle);
      return {
        subject: words.text("mail.winner.subject", { title }),
        paragraphs: [
          words.text("mail.winner.text", { ticket: String(content.ticket), title, organisation }),
          { button: words.text("mail.winner.button"), url: content.resultUrl },
        ],
      };
    }
  }
}

function receipt(words: Words, content: MailContent & { readonly kind: "tickets_issued" }): Saying {
  const { quantity, orderId, amount, firstTicket, lastTicket, ticketsUrl, drawsUrl } = content;
  const title = printable(content.lotTitle);
  const numbers = firstTicket === lastTicket ? `${firstTicket}` : `${firstTicket} – ${lastTicket}`;
  const paid = amount === null ? [] : [[words.text("mail.receipt.amount"), amount] as const];
  return {
    subject: words.text("mail.tickets.subject", { title }),
    paragraphs: [
      words.text(amount === null ? "mail.tickets.free" : "mail.tickets.intro", { quantity, title }),
      {
        facts: [
          [words.text("mail.receipt.competition"), title],
          [words.text("mail.receipt.tickets"), words.number(quantity)],
          [words.text("mail.receipt.numbers"), numbers],
          ...paid,
          [words.text("mail.receipt.paidAt"), words.time(new Date(content.paidAt))],
          [words.text("mail.receipt.closesAt"), words.time(new Date(content.closesAt))],
          [words.text("mail.receipt.order"), orderId],
        ],
      },
      { button: words.text("mail.tickets.button"), url: ticketsUrl },
      { text: words.text("mail.draws", { url: drawsUrl }), url: drawsUrl },
    ],
  };
}

function asText(paragraph: Paragraph): string {
  if (typeof paragraph === "string") return paragraph;
  if ("code" in paragraph) return `    ${paragraph.code}`;
  if ("facts" in paragraph) return paragraph.facts.map(([name, value]) => `${name}: ${value}`).join("\n");
  return "button" in paragraph ? `${paragraph.button}: ${paragraph.url}` : paragraph.text;
}
