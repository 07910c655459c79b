import { describe, expect, it } from "vitest";
import { firstName, nameFault } from "./name.ts";

describe("a name", () => {
  it.each([
    ["Persian", "علی\u200cرضا"],
    ["Persian with a mark", "نیک\u064e\u200cپی"],
    ["Hindi", "शक्\u200cति"],
    ["Sinhala", "ශ්\u200dරී"],
    ["Bengali", "র\u200d্যাব"],
    ["Malayalam, at the end", "അവന്\u200d"],
    ["emoji", "Ann 🧑🏽\u200d💻 👩\u200d❤️\u200d👨"],
    ["flags and keycaps", "🏳️\u200d🌈 1️⃣"],
    ["flags that are made of tags", "Ann 🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}"],
    ["a Japanese name with a chosen form", "葛\u{E0100}城"],
    ["initials", "Dr. Ann J.R. Lee"],
    ["marks of direction", "علی\u200f (Ann\u200e)\u061c"],
  ])("is written as its language writes it: %s", (_of, name) => {
    expect(nameFault(name)).toBeNull();
  });

  it.each([
    ["a joiner between Latin letters", "A\u200dnn"],
    ["one alone", "\u200d"],
    ["one at the beginning", "\u200cعلی"],
    ["one that separates at the end", "علی\u200c"],
    ["two in a row", "علی\u200c\u200cرضا"],
    ["two at the end", "അവന്\u200d\u200d"],
    ["one between two scripts", "علی\u200cAnn"],
    ["one beside an emoji alone", "Ann 💻\u200d"],
    ["a joiner of words", "A\u2060nn"],
    ["a space without width", "A\u200bnn"],
    ["a direction", "Ann\u202eeel"],
    ["an isolated direction", "علی\u2067رضا"],
    ["a line's end", "Ann\u2028Lee"],
    ["a letter that is blank", "The\u3164service"],
    ["a mark that joins graphemes", "The \u034fservice"],
    ["a chosen form of a Latin letter", "A\ufe00nn"],
    ["one of an emoji behind a letter", "A\ufe0fnn"],
    ["tags behind a letter", "A\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}"],
    ["tags without an end", "Ann 🏴\u{e0067}\u{e0062}\u{e0073}"],
    ["tags that are no region's", "Ann 🏴\u{e0061}\u{e0020}\u{e0062}\u{e0063}\u{e007f}"],
  ])("has nothing that is not seen: %s", (_what, name) => {
    expect(nameFault(name)).toBe("must be one line of plain text");
  });

  it.each(["evil.co", "evil.ا\u200cیران", "evil.भारत", "evil。co", "ann@home", "a/b", "evil.\u200ecom"])(
    "does not look like an address: %s",
    (name) => {
      expect(nameFault(name)).toBe("must not look like an address");
    },
  );
});

it.each([
  ["ann@example.com", "ann"],
  ["ann.lee@example.com", "ann lee"],
  ["ann_lee-2+raffles@example.com", "ann_lee-2 raffles"],
  ["o'neil@example.com", "o neil"],
  ["the.service@example.com", "Colleague"],
  ["+@example.com", "Colleague"],
  ["a/b=c@example.com", "a b c"],
])("a person without a chosen name has one that could be chosen: %s", (email, name) => {
  expect(firstName(email)).toBe(name);
  expect(nameFault(name)).toBeNull();
});
