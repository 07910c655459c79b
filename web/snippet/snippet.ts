/** Text that partners put on their pages: what it shows, and how. */
export interface SnippetChoice {
  /** Address of the service, without a slash at the end. */
  readonly base: string;
  /** Slug of the organisation. */
  readonly slug: string;
  /** Text of the link for visitors without scripts: name of the organisation, or title of the competition. */
  readonly name: string;
  /** Id of one competition. Empty, as the following ones: all of them, and what the page or the visitor prefers. */
  readonly competition?: string;
  readonly locale?: string;
  readonly scheme?: string;
  readonly affiliate?: string;
}

/** A build of the widget's script, as `/embed.json` names it. */
export interface PinnedFile {
  readonly url: string;
  readonly integrity: string;
}

export interface Snippet {
  /** The tag, and the link without scripts. */
  readonly tag: string;
  /** The same with the script pinned by its hash. */
  readonly pinned: string;
  /** Directives of the page's Content Security Policy, as `script-src …; frame-src …`. */
  readonly policy: string;
}

/** Returns the lines for a page. */
export function snippetOf(choice: SnippetChoice, file: PinnedFile): Snippet {
  return { tag: tagFor(choice), pinned: tagFor(choice, file), policy: partnerPolicy(choice.base) };
}

/**
 * Returns the tag, and the link without scripts. Nothing in the choice ends an attribute or an element.
 * @param file the script's build to pin. Default: the present one at any time
 */
export function tagFor(choice: SnippetChoice, file?: PinnedFile): string {
  const { base, slug, name, competition, locale, scheme, affiliate } = choice;
  const look = { locale, scheme, affiliate };
  const script = file
    ? { src: file.url, integrity: file.integrity, crossorigin: "anonymous" }
    : { src: `${base}/widget.js` };
  const attributes = { "data-org": slug, "data-competition": competition, ...prefixed("data-", look) };
  const query = new URLSearchParams(presentIn(look)).toString();
  const path = competition ? `/competition/${encodeURIComponent(competition)}` : "";
  const href = `${base}/embed/${encodeURIComponent(slug)}${path}${query && `?${query}`}`;
  const link = element("a", { href }, escaped(name));
  return `${element("script", { ...script, ...attributes })}\n${element("noscript", {}, link)}`;
}

/** Returns what a partner's policy must allow for the widget and for `lot` and `results` of the SDK. */
export function partnerPolicy(base: string): string {
  // A source with a path names one file, unless it ends with a slash.
  const source = new URL(base).pathname === "/" ? base : `${base}/`;
  return `script-src ${source}; frame-src ${source}`;
}

function prefixed(prefix: string, values: Readonly<Record<string, string | undefined>>) {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [prefix + name, value]));
}

function presentIn(values: Readonly<Record<string, string | undefined>>): [name: string, value: string][] {
  return Object.entries(values).flatMap(([name, value]) => (value ? [[name, value]] : []));
}

function element(name: string, attributes: Readonly<Record<string, string | undefined>>, content = "") {
  const written = presentIn(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  return `<${name}${written.join("")}>${content}</${name}>`;
}

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character]!);
}
