const QUOTE = 0x22;
const PLUS = 0x2b;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const UPPER_E = 0x45;
const BACKSLASH = 0x5c;
const LOWER_E = 0x65;

/**
 * Returns the end of the string that begins here, its closing quote; the text's end if there is none. Character by
 * character: the compiler would move an indexOf for escapes out of its condition, at quadratic cost.
 */
export function stringAt(json: string, start: number): { readonly end: number; readonly escaped: boolean } {
  let escaped = false;
  let end = start + 1;
  for (; end < json.length; end++) {
    const c = json.charCodeAt(end);
    if (c === QUOTE) break;
    if (c !== BACKSLASH) continue;
    escaped = true;
    end++;
  }
  return { end, escaped };
}

/** Returns the position after the number that begins here. */
export function endOfNumber(json: string, start: number): number {
  let end = start + 1;
  for (; end < json.length; end++) {
    const c = json.charCodeAt(end);
    const inside = (c >= ZERO && c <= NINE) || c === POINT || c === LOWER_E || c === UPPER_E;
    if (!inside && c !== MINUS && c !== PLUS) break;
  }
  return end;
}
