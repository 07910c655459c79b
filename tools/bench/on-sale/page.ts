import { invariant } from "../../../src/shared/invariant.ts";

/** A form as a browser sends it. */
export interface PageForm {
  readonly action: string;
  /** Values of its fields; those of radio buttons and buttons are missing. */
  readonly fields: Readonly<Record<string, string>>;
  readonly names: ReadonlySet<string>;
}

/** Returns the forms that are posted. */
export function formsOf(html: string): PageForm[] {
  return [...html.matchAll(/<form([^>]*)>(.*?)<\/form>/gs)]
    .filter(([, tag = ""]) => attributeOf(tag, "method") === "post")
    .map(([, tag = "", body = ""]) => {
      const inputs = [...body.matchAll(/<(?:input|select|textarea)[^>]*>/g)]
        .map(([input]) => input)
        .filter((input) => attributeOf(input, "name") !== null);
      const nameOf = (input: string) => attributeOf(input, "name")!;
      const isText = (input: string) => !["radio", "checkbox"].includes(attributeOf(input, "type") ?? "");
      return {
        action: attributeOf(tag, "action")!,
        names: new Set(inputs.map(nameOf)),
        fields: Object.fromEntries(
          inputs.filter(isText).map((input) => [nameOf(input), attributeOf(input, "value") ?? ""]),
        ),
      };
    });
}

/** Returns the style sheets and scripts that a browser loads with a page. */
export function filesOf(html: string): string[] {
  const tags = [...html.matchAll(/<(?:link rel="stylesheet"|script )[^>]*>/g)].map(([tag]) => tag);
  return tags
    .map((tag) => attributeOf(tag, "href") ?? attributeOf(tag, "src"))
    .filter((address) => address !== null);
}

/** Returns the address that the first link with this attribute leads to. */
export function linkWith(html: string, attribute: string): string {
  const [tag] = new RegExp(`<a [^>]*${attribute}[^>]*>`).exec(html) ?? [];
  invariant(tag !== undefined, `the page has a link with ${attribute}`);
  return attributeOf(tag, "href")!;
}

/** Returns the facts that a page passes to its script; null: it passes none. */
export function factsOf(html: string): Readonly<Record<string, unknown>> | null {
  const [, facts] = /<script[^>]* id="facts"[^>]*>(.*?)<\/script>/s.exec(html) ?? [];
  return facts === undefined ? null : JSON.parse(facts);
}

/** Returns the value of the first attribute of this name in a page or a tag. */
export function attributeOf(html: string, name: string): string | null {
  const value = new RegExp(`\\s${name}="([^"]*)"`).exec(html)?.[1];
  return value === undefined ? null : value.replaceAll("&quot;", '"').replaceAll("&amp;", "&");
}
