import { describe, expect, it } from "vitest";
import { codeIn } from "./browser-code.ts";

describe("a typed or pasted code", () => {
  it.each([
    ["as it is", "01234567"],
    ["with blanks and a hyphen", " 0123 - 4567\n"],
    ["with a dash, and marks of direction around it", "\u2068\u200f0123\u20134567\u2069"],
    ["on an Arabic keyboard", "٠١٢٣٤٥٦٧"],
    ["on a Persian keyboard", "۰۱۲۳۴۵۶۷"],
    ["on a Thai keyboard", "๐๑๒๓๔๕๖๗"],
    ["on a Japanese keyboard", "０１２３４５６７"],
  ])("%s", (_, text) => expect(codeIn(text)).toBe("01234567"));

  it.each(["", "0123456", "012345678", "0123456x", "0123456½", "0123456Ⅷ", "0123456८", "x".repeat(100_000)])(
    "that is none is none",
    (text) => expect(codeIn(text)).toBeNull(),
  );
});
