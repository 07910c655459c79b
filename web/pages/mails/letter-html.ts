import escapeHtml from "escape-html";
import { directionOf, type Locale } from "../../../src/shop/locale.ts";
import type { Theme } from "../../../src/shop/theme.ts";
import { inkOn, readable } from "../../styles/colour.ts";
import { DEFAULT_ACCENT } from "../../styles/theme.ts";
import type { Paragraph, Saying } from "./paragraph.ts";

interface LetterView extends Saying {
  readonly locale: Locale;
  /** Name of the sender. */
  readonly organisation: string;
  readonly theme: Theme;
  readonly about: readonly { readonly name: string; readonly address: string }[];
}

const PAPER = "#ffffff";
const INK = "#1f2328";
const QUIET = "#57606a";
const LINE = "#d8dee4";
const FONT = "font-family: system-ui, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";

/** A mail as one table, since programs for mail know no newer layout; colours are the organisation's. */
export function letterHtml(letter: LetterView): string {
  const { locale, organisation, theme, subject, paragraphs, about } = letter;
  const { accent = DEFAULT_ACCENT, logoUrl } = theme;
  const start = directionOf(locale) === "rtl" ? "right" : "left";
  const name = escapeHtml(organisation);
  const logo =
    logoUrl === undefined
      ? ""
      : `<img src="${escapeHtml(logoUrl)}" alt="" height="40" style="display: block; max-height: 40px; margin-bottom: 8px">`;
  const links = about.map(({ name: text, address }) => {
    const target = address.includes("@") && !address.startsWith("https:") ? `mailto:${address}` : address;
    return `<a href="${escapeHtml(target)}" style="color: ${QUIET}">${escapeHtml(text)}</a>`;
  });
  return `<!doctype html>
<html lang="${locale}" dir="${directionOf(locale)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light"><title>${escapeHtml(subject)}</title></head>
<body style="margin: 0; padding: 16px; background: #f6f8fa; color: ${INK}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width: 560px; margin: 0 auto; background: ${PAPER}; border: 1px solid ${LINE}; border-top: 4px solid ${accent}; border-radius: 8px">
<tr><td style="padding: 24px; text-align: ${start}; ${FONT}; font-size: 16px; line-height: 1.5">
${logo}<p style="margin: 0 0 16px; font-weight: 600"><bdi>${name}</bdi></p>
${paragraphs.map((paragraph) => asHtml(paragraph, accent, start)).join("\n")}
</td></tr>
<tr><td style="padding: 12px 24px; border-top: 1px solid ${LINE}; color: ${QUIET}; text-align: ${start}; ${FONT}; font-size: 13px">
<bdi>${name}</bdi>${links.map((link) => ` &middot; ${link}`).join("")}
</td></tr>
</table>
</body>
</html>
`;
}

function asHtml(paragraph: Paragraph, accent: string, start: string): string {
  if (typeof paragraph === "string") return text(escapeHtml(paragraph));
  if ("code" in paragraph) {
    const style = "font-size: 32px; letter-spacing: 0.1em";
    return `<p dir="ltr" style="margin: 0 0 16px"><strong style="${style}">${escapeHtml(paragraph.code)}</strong></p>`;
  }
  if ("facts" in paragraph) {
    const cell = `padding: 8px 0; border-top: 1px solid ${LINE}; text-align: ${start}; vertical-align: top`;
    const rows = paragraph.facts.map(
      ([name, value]) =>
        `<tr><th scope="row" style="${cell}; font-weight: 400; color: ${QUIET}">${escapeHtml(name)}</th><td style="${cell}; padding-inline-start: 16px"><bdi>${escapeHtml(value)}</bdi></td></tr>`,
    );
    return `<table width="100%" cellpadding="0" cellspacing="0" style="margin: 0 0 16px; font-size: 15px">${rows.join("")}</table>`;
  }
  const address = escapeHtml(paragraph.url);
  if ("button" in paragraph) {
    const style = `display: inline-block; padding: 12px 20px; border-radius: 8px; font-weight: 600; text-decoration: none; background: ${accent}; color: ${inkOn(accent)}`;
    return text(`<a href="${address}" style="${style}">${escapeHtml(paragraph.button)}</a>`);
  }
  const link = `<a href="${address}" style="color: ${readable(accent, [PAPER], 4.5)}">${address}</a>`;
  return text(escapeHtml(paragraph.text).replace(address, () => link));
}

function text(html: string): string {
  return `<p style="margin: 0 0 16px">${html}</p>`;
}
