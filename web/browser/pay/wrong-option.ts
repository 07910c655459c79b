export function wrong(call: string, option: string, meaning: string): TypeError {
  return new TypeError(`Service.${call}: ${option} must be ${meaning}`);
}

/** @throws TypeError where no document is */
export function inDocument(call: string): void {
  if (typeof document === "undefined")
    throw new TypeError(`Service.${call}: a document is missing here; call it in a browser`);
}

/** @throws TypeError that names the target */
export function elementOf(call: string, target: unknown): Element {
  inDocument(call);
  const element = typeof target === "string" ? document.querySelector(target) : target;
  if (element instanceof Element) return element;
  throw wrong(call, "target", "an element, or a selector of one that is there");
}
