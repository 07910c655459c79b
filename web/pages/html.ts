import { html } from "htm/preact";
import type { VNode } from "preact";
import { renderToString } from "preact-render-to-string";

export type Html = VNode | VNode[];

/** Template tag that escapes every text and attribute in any position. */
export { html };

/** JSON for a script element: nothing in it ends the element or begins another. */
export function jsonScript(value: unknown): { readonly __html: string } {
  const escaped = JSON.stringify(value).replaceAll(/[<>&\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
  return { __html: escaped };
}

export function rendered(page: Html): string {
  return `<!doctype html>\n${renderToString(page as VNode)}\n`;
}
