import type { Node } from "@takumi-rs/core";
import { directionOf } from "../../src/shop/locale.ts";
import type { ShareSubject } from "../../src/shop/share-subject.ts";
import { inkOn } from "../styles/colour.ts";
import { wordsIn } from "../words/words.ts";

export const SIZE = { width: 1200, height: 630 } as const;
/** Under what name the lot's own picture is given to the painter. */
export const PICTURE = "picture";

const ACCENT = "#4338ca";
const [INK, QUIET, PAPER] = ["#16181d", "#565b66", "#ffffff"];
const PADDING = 64;

const LINE = 20;
/**
 * Places for a picture: the whole side, or less for one whose many details would make the file too large. The last one is
 * small enough for noise.
 */
export const FRAMES = [
  { width: 500, height: SIZE.height - LINE, margin: 0 },
  { width: 380, height: 380, margin: 40 },
  { width: 280, height: 280, margin: 40 },
] as const;
export type Frame = (typeof FRAMES)[number];
/** More is not read at a glance. */
const TITLE_MAX = 160;
const NAME_MAX = 60;

/** All that is written in the image. */
interface Texts {
  readonly organisation: string;
  readonly title: string;
  readonly state: string;
  /** The price of a ticket, or the winner; null: neither. */
  readonly facts: readonly [fact: string, about: string] | null;
}

export function textsOf(subject: ShareSubject): Texts {
  const { organisationName, mode, locale, title, price, state, winner } = subject;
  const words = wordsIn(locale);
  const name = shortened(organisationName, NAME_MAX);
  const ofTicket = price && ([words.money(price, price.exponent), words.text("perTicket")] as const);
  return {
    organisation: mode === "test" ? `${words.text("testMark")} · ${name}` : name,
    title: shortened(title, TITLE_MAX),
    state: words.text(`state.${state}`),
    facts: winner === null ? ofTicket : [winner, words.text("results.winner")],
  };
}

interface Drawing {
  /** Returns the drawable part of a text: some characters have no font. Joiners of letters stay. */
  spelled(text: string): string;
  /** Address of the picture; null: none. */
  readonly frame: Frame | null;
}

/** The image as a tree of boxes, in the direction of its language; the title in its own. */
export function shareImage(
  { accent, locale }: Pick<ShareSubject, "accent" | "locale">,
  texts: Texts,
  { spelled, frame }: Drawing,
): Node {
  const direction = directionOf(locale);
  const colour = accent ?? ACCENT;
  const width = SIZE.width - 2 * PADDING - (frame ? frame.width + 2 * frame.margin : 0);
  const write = (text: string, style: object): Node => ({
    type: "text",
    text: breakable(drawable(spelled(text))),
    style: { direction: directionOfText(text) ?? direction, ...style },
  });
  const sentences: Node = box(
    { flexDirection: "column", width, justifyContent: "space-between", height: 480 },
    [
      write(texts.organisation, { fontSize: 32, fontWeight: 600, color: QUIET, lineClamp: 1, width }),
      write(texts.title, {
        fontSize: texts.title.length > 60 ? 52 : 68,
        fontWeight: 700,
        lineHeight: 1.2,
        color: INK,
        lineClamp: 4,
        textOverflow: "ellipsis",
        wordBreak: "keep-all",
        overflowWrap: "anywhere",
        width,
      }),
      box({ alignItems: "center", direction, width }, [
        write(texts.state, {
          fontSize: 30,
          fontWeight: 600,
          color: inkOn(colour),
          backgroundColor: colour,
          borderRadius: 40,
          paddingLeft: 28,
          paddingRight: 28,
          paddingTop: 10,
          paddingBottom: 10,
          marginLeft: direction === "rtl" ? 32 : 0,
          marginRight: direction === "rtl" ? 0 : 32,
        }),
        ...(texts.facts === null
          ? []
          : [
              box({ flexDirection: "column", direction }, [
                write(texts.facts[0], { fontSize: 44, fontWeight: 700, color: INK, lineClamp: 1 }),
                write(texts.facts[1], { fontSize: 28, color: QUIET, lineClamp: 1 }),
              ]),
            ]),
      ]),
    ],
  );
  const pictures: Node[] = frame
    ? [{ type: "image", src: PICTURE, style: { ...frame, objectFit: "cover" } }]
    : [];
  const beside = box({ direction, width: SIZE.width, height: SIZE.height - LINE, alignItems: "center" }, [
    box({ padding: PADDING, width: width + 2 * PADDING, direction }, [sentences]),
    ...pictures,
  ]);
  const line = box({ width: SIZE.width, height: LINE, backgroundColor: colour }, []);
  return box({ ...SIZE, flexDirection: "column", backgroundColor: PAPER }, [line, beside]);
}

function box(style: object, children: Node[]): Node {
  return { type: "container", style: { display: "flex", ...style }, children };
}

/** Returns the direction of the first letter that has one, as browsers do with `dir=auto`; null: none. */
function directionOfText(text: string): "ltr" | "rtl" | null {
  const [letter] = /\p{L}/u.exec(text) ?? [];
  if (letter === undefined) return null;
  return /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(letter) ? "rtl" : "ltr";
}

/** Removes characters that no font has: a box for each would be worse. */
function drawable(letters: string): string {
  // Emoji that are gone have left theirs behind.
  const text = letters.replaceAll(/(?<![\p{L}\p{M}])[\u200c\u200d]+|[\u200c\u200d]+(?![\p{L}\p{M}])/gu, "");
  return text.replaceAll(/\s+/g, " ").trim() || "–";
}

/** Thai is written without blanks: its words are kept whole. */
function breakable(text: string): string {
  if (!/\p{Script=Thai}/u.test(text)) return text;
  const words = new Intl.Segmenter("th", { granularity: "word" }).segment(text);
  return [...words].map(({ segment }) => segment).join("\u200b");
}

/**
 * On one line, without marks that turn the direction of what follows, cut between characters. Letters that were written
 * in parts, as file names of a Mac are, are put together: fonts have few of the parts.
 */
function shortened(text: string, most: number): string {
  const line = text
    .normalize("NFC")
    .replaceAll("\u00ad", "")
    .replaceAll(/(?:(?![\u200c\u200d])[\p{Cc}\p{Cf}\s])+/gu, " ")
    .trim();
  const characters = [...new Intl.Segmenter().segment(line)].map(({ segment }) => segment);
  return characters.length <= most ? line : `${characters.slice(0, most - 1).join("")}…`;
}
