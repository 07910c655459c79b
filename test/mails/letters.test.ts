import { describe, expect, it } from "vitest";
import type { MailContent } from "../../src/mails/mail.ts";
import { type Locale, LOCALES } from "../../src/shop/locale.ts";
import { letterOf } from "../../web/pages/mails/letter.ts";

const lot = { orderId: "cs_1", lotTitle: 'The "Watch" <b>&amp;' };
/** A harmful title: markup, an injected header, marks that change the direction of text. */
const HOSTILE = `<script>alert(1)</script>"'>\r\nBcc: x@evil.example\r\n\u202e\u2066${"🎟️".repeat(60)}`;
const ticketsUrl = "https://shop.example/tickets/acme?a=1&b=2";
const numbers = { firstTicket: 1_234_567, lastTicket: 1_234_667 };
const paid = {
  amount: "25.00 EUR",
  paidAt: "2026-11-28T12:00:00.000Z",
  closesAt: "2026-12-24T18:00:00.000Z",
  ticketsUrl,
  drawsUrl: "https://shop.example/embed/acme/draws",
};
const SELLER = {
  termsUrl: "https://shop.example/terms",
  privacyUrl: null,
  imprintUrl: null,
  supportEmail: "help@shop.example",
  minimumAge: null,
  theme: { accent: "#fff3b0", logoUrl: "https://shop.example/logo.png?a=1&b=2" },
};
const letterFrom = (organisationName: string, locale: Locale, content: MailContent) =>
  letterOf({ organisationName, locale, content, letterhead: SELLER });
const CONTENTS: readonly MailContent[] = [
  { kind: "sign_in_code", code: "01234567", minutes: 10 },
  ...[0, 1, 2, 3, 11, 100].map((quantity) => ({
    kind: "tickets_issued" as const,
    ...lot,
    quantity,
    ...numbers,
    ...paid,
  })),
  ...[null, "5.00 EUR"].map((amount) => ({
    kind: "tickets_issued" as const,
    ...lot,
    quantity: 1,
    firstTicket: 5,
    lastTicket: 5,
    ...paid,
    amount,
  })),
  {
    kind: "order_unpaid",
    ...lot,
    quantity: 2,
    amount: "25.00 EUR",
    payUntil: "2026-11-28T12:15:00.000Z",
    orderUrl: "https://shop.example/orders/cs_1",
  },
  { kind: "refund", ...lot, amount: "5.00 EUR", state: "sent" },
  { kind: "refund", ...lot, amount: "5.00 EUR", state: "by_hand" },
  { kind: "refund", ...lot, amount: "5.00 EUR", state: "by_hand_done" },
  { kind: "winner", ...lot, ticket: 7, resultUrl: "https://shop.example/r" },
];

it("a hostile title stays a title, on one line, without markup, as it was typed", () => {
  for (const content of CONTENTS) {
    const letter = letterFrom(HOSTILE, "ar", {
      ...content,
      ...("lotTitle" in content && { lotTitle: HOSTILE }),
    });
    const all = Object.values(letter).join("");
    expect(letter.subject).not.toMatch(/[\r\n]/);
    expect(letter.html).not.toMatch(
      /<script|<img (?!src="https:\/\/shop\.example\/logo\.png\?a=1&amp;b=2")/i,
    );
    expect(all).not.toMatch(/\u202e|\u2066/);
    expect(letter.text).toContain("🎟️".repeat(60));
  }
});

describe.each(LOCALES)("mails in %s", (locale) => {
  it("say what they are about, and escape it", () => {
    for (const content of CONTENTS) {
      const letter = letterFrom("Ann <i>& Sons", locale, content);
      const all = Object.values(letter).join("\n");
      expect(all).not.toMatch(/\bmail\.\w|\{|\}|undefined|\bNaN\b/);
      expect(letter.subject).not.toMatch(/\n/);
      expect(letter.html).not.toMatch(/<b>|<i>/);
      expect(letter.replyTo).toBe(SELLER.supportEmail);
      for (const address of ["mailto:help@shop.example", SELLER.termsUrl])
        expect(letter.html).toContain(`href="${address}"`);
      expect(letter.html).toContain(`lang="${locale}" dir="${locale === "ar" ? "rtl" : "ltr"}"`);
      expect(letter.text).toContain("Ann <i>& Sons");
      if (content.kind === "sign_in_code") {
        expect(letter.text).toContain("    01234567\n");
        expect(letter.subject).toContain("01234567");
      } else expect(letter.subject).toContain(lot.lotTitle);
      if (content.kind === "tickets_issued") {
        expect(letter.text).toContain(String(content.lastTicket));
        expect(letter.text).toContain("cs_1");
        if (content.amount !== null) expect(letter.html).toContain(`<bdi>${content.amount}</bdi>`);
        expect(letter.html).toContain('href="https://shop.example/tickets/acme?a=1&amp;b=2"');
        // Too pale a colour for white words.
        expect(letter.html).toContain("background: #fff3b0; color: #000000");
      }
    }
  });
});
