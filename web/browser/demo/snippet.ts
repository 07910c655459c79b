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

/** Returns the lines for a page. Nothing in the choice ends an attribute or an element. */
export function snippetOf(choice: SnippetChoice, file: PinnedFile): Snippet {
  const { base, slug, name, competition, locale, scheme, affiliate } = choice;
  const look = { locale, scheme, affiliate };
  const attributes = { "data-org": slug, "data-competition": competition, ...prefixed("data-", look) };
  const query = new URLSearchParams(presentIn(look)).toString();
  const path = `/embed/${encodeURIComponent(slug)}${competition ? `/competition/${encodeURIComponent(competition)}` : ""}`;
  const link = element("a", { href: base + path + (query && `?${query}`) }, escaped(name));
  const tagOf = (script: Readonly<Record<string, string | undefined>>) =>
    `${element("script", { ...script, ...attributes })}\n${element("noscript", {}, link)}`;
  const { url, integrity } = file;
  return {
    tag: tagOf({ src: `${base}/widget.js` }),
    pinned: tagOf({ src: url, integrity, crossorigin: "anonymous" }),
    policy: partnerPolicy(base),
  };
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
