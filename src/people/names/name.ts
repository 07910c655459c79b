/** Scripts in which joiners change how letters are written (Persian, Hindi and similar ones), and emoji. */
const SCRIPTS =
  "Arab Syrc Mong Nkoo Mand Phag Adlm Rohg Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Khmr Mymr Tibt"
    .split(" ")
    .map((script) => String.raw`\p{scx=${script}}`)
    .join("");
/** Marks that remove a letter's own vowel. */
const VIRAMAS = "\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D4D\u0DCA\u1039\u17D2";
/**
 * Joiners where they are seen: between letters or marks of one of these scripts, also at a word's end behind a mark that
 * calls for it, and between emoji; and what chooses another form of an emoji, an ideograph or a Mongolian letter. After
 * UAX #31, section 2.3, https://www.unicode.org/reports/tr31/#Layout_and_Format_Control_Characters
 * The last one: tags that name the region of a flag, https://www.unicode.org/reports/tr51/#def_emoji_tag_sequence
 */
const JOINERS = new RegExp(
  [
    String.raw`(?<=[${SCRIPTS}](?<=[\p{L}\p{M}]))[\u200C\u200D](?=[\p{L}\p{M}])(?=[${SCRIPTS}])`,
    String.raw`(?<=\p{L}\p{M}*[${VIRAMAS}])\u200D(?![\u200C\u200D])`,
    String.raw`(?<=\p{ExtPict}[\uFE0F\u{1F3FB}-\u{1F3FF}]?)\u200D(?=\p{ExtPict})`,
    String.raw`(?<=\p{Emoji})\uFE0F|(?<=\p{Ideo})[\u{E0100}-\u{E01EF}\uFE00-\uFE02]|(?<=\p{scx=Mong})[\u180B-\u180D]`,
    String.raw`(?<=\u{1F3F4})[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{3,7}\u{E007F}`,
  ].join("|"),
  "gu",
);
/** Marks that do not turn the text after them; titles may have them, too. */
const DIRECTION_MARKS = /[\u061C\u200E\u200F]/g;
/** Controls, line breaks, and marks that are invisible or that turn the direction of the text after them. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{DI}\u2028\u2029]/u;
/** Text that mail programs turn into links. Names appear in mails to strangers. */
const LINKED = /[/:@]|[.\u3002]\p{L}[\p{L}\p{M}]/u;
/** The name that mails use for acts of the service. */
const SERVICE = /the\s+service/iu;
/** Name of a person who has no other. */
const NAMELESS = "Colleague";

/** Returns the fault of a chosen name; null: it has none. */
export function nameFault(name: string): string | null {
  const joined = name.replaceAll(JOINERS, "").replaceAll(DIRECTION_MARKS, "");
  if (UNPRINTABLE.test(joined)) return "must be one line of plain text";
  const plain = joined.normalize("NFKC");
  if (LINKED.test(plain)) return "must not look like an address";
  return SERVICE.test(plain) ? "must not be the service's name" : null;
}

/** Derives a first name from the email: one that could be chosen. */
export function firstName(email: string): string {
  const local = email.slice(0, email.indexOf("@"));
  const name = local.replaceAll(/[^\p{L}\p{M}\p{N}_-]+/gu, " ").trim();
  return name === "" || nameFault(name) !== null ? NAMELESS : name;
}
