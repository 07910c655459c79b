import { isScheme, openFrame, type OpenFrame, removeDead } from "./frame.ts";

/** At the service's top, or pinned by its hash below /assets. */
const FILE = /\/widget\.js$|\/assets\/widget-[0-9a-f]+\.js$/;
const SLUG = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
const ATTRIBUTES = [
  "data-org",
  "data-competition",
  "data-locale",
  "data-scheme",
  "data-affiliate",
  "data-email",
];
/** They change what the frame shows without loading it again. */
const GREETED = /scheme|email/;
/** Widgets of a page's tags, for each service. The first run of this file creates it. */
const KEEPER = "raffle widget 1 ";
/** A page that takes a frame away whenever it is put in gets its way. */
const AGAIN_MS = 50;
const AGAIN_MOST = 20;

type Tag = HTMLScriptElement;

interface Widget {
  /** Puts the frame where it belongs, unless it is there. @param moved the tag was */
  settle(moved: boolean): void;
  end(): void;
}

interface Keeper {
  /** Shows what a tag says, once. */
  keep(tag: Tag): void;
}

if (typeof document !== "undefined") start(document.currentScript);

/** Each tag runs this file. @param current read at once: later it is another script */
function start(current: unknown): void {
  if (current instanceof HTMLScriptElement && (isOurs(current) || current.dataset.org)) return serve(current);
  // Modules, tags in shadow trees and scripts run by a loader have no current script.
  const found = scriptsIn(document).filter(isOurs);
  for (const tag of found) serve(tag);
  if (found.length === 0)
    console.error(
      "raffle widget: its script tag is not in sight; a closed shadow root hides it, embed.js works there",
    );
}

/** Also those of open shadow trees. */
function scriptsIn(root: Document | ShadowRoot): Tag[] {
  const inner = [...root.querySelectorAll("*")].flatMap(({ shadowRoot }) =>
    shadowRoot ? scriptsIn(shadowRoot) : [],
  );
  return [...root.querySelectorAll<Tag>("script[src]"), ...inner];
}

function isOurs(tag: Tag): boolean {
  return tag.src !== "" && FILE.test(new URL(tag.src).pathname) && isScript(tag);
}

/** Tags that await the visitor's consent have another type. */
function isScript({ type }: Tag): boolean {
  return /^$|javascript$|^module$/i.test(type);
}

function serve(tag: Tag): void {
  if (!tag.dataset.org?.trim()) return console.error("raffle widget: its script tag has no data-org");
  const key = Symbol.for(KEEPER + serviceOf(tag.src)) as unknown as keyof Window;
  const keepers = window as unknown as Record<typeof key, Keeper | undefined>;
  (keepers[key] ??= keeperOf()).keep(tag);
}

/**
 * Follows tags through all that a page does with them: takes them out, puts them back, moves and clones them. Clones do not
 * run, and what was cloned with them is dead.
 */
function keeperOf(): Keeper {
  const widgets = new Map<Tag, Widget>();
  const sources = new Set<string>();
  const watched = new WeakSet<Node>();
  const keep = (tag: Tag) => {
    sources.add(tag.src);
    watch(tag.getRootNode());
    if (tag.isConnected && !widgets.has(tag)) widgets.set(tag, widgetOf(tag));
  };
  const look = (records: readonly MutationRecord[]) => {
    const added = new Set(records.flatMap(({ addedNodes }) => [...addedNodes]));
    for (const node of added) {
      if (!(node instanceof Element) || !node.isConnected) continue;
      for (const tag of [node, ...node.querySelectorAll("script")])
        if (tag instanceof HTMLScriptElement && sources.has(tag.src) && isScript(tag) && tag.dataset.org)
          keep(tag);
      removeDead("widget", node);
    }
    for (const [tag, widget] of widgets) {
      if (tag.isConnected) widget.settle(added.has(tag));
      else {
        widgets.delete(tag);
        widget.end();
      }
    }
  };
  const watch = (root: Node) => {
    for (const each of [document, root]) {
      if (watched.has(each)) continue;
      watched.add(each);
      new MutationObserver(look).observe(each, { childList: true, subtree: true });
    }
  };
  return { keep };
}

function widgetOf(tag: Tag): Widget {
  let open: OpenFrame | undefined;
  let times = 0;
  let last = 0;
  const put = () => {
    if (!open) return;
    if (tag.closest("head")) document.body.append(open.box);
    else tag.after(open.box);
  };
  const show = () => {
    open?.unmount();
    open = frameOf(tag);
    put();
  };
  const begin = () => {
    if (!tag.isConnected) return;
    removeDead("widget", tag.getRootNode() as Document | ShadowRoot);
    show();
  };
  const changed = new MutationObserver((records) => {
    if (!open) return;
    if (records.every(({ attributeName }) => GREETED.test(attributeName!))) open.greet(helloOf(tag));
    else show();
  });
  changed.observe(tag, { attributeFilter: ATTRIBUTES });
  if (document.body) begin();
  else addEventListener("DOMContentLoaded", begin, { once: true });
  return {
    settle(moved) {
      const parent = tag.closest("head") ? document.body : tag.parentNode;
      if (!open || (open.box.parentNode === parent && !(moved && open.box.previousSibling !== tag))) return;
      const now = performance.now();
      times = now - last < AGAIN_MS ? times + 1 : 0;
      last = now;
      if (times < AGAIN_MOST) put();
    },
    end() {
      removeEventListener("DOMContentLoaded", begin);
      changed.disconnect();
      open?.unmount();
    },
  };
}

function frameOf(tag: Tag): OpenFrame {
  const { org = "", competition = "", locale, affiliate, scheme } = trimmed(tag.dataset);
  const slug = org.toLowerCase();
  if (!SLUG.test(slug)) warn("data-org", org, "the slug of an organisation");
  if (!/^([1-9]\d*)?$/.test(competition)) warn("data-competition", competition, "the id of a competition");
  if (scheme && !isScheme(scheme.toLowerCase())) warn("data-scheme", scheme, "light, dark or auto");
  return openFrame("widget", tag, {
    base: serviceOf(tag.src),
    path: encodeURIComponent(slug) + (competition && `/competition/${encodeURIComponent(competition)}`),
    locale: locale || document.documentElement.lang,
    affiliate,
    ...helloOf(tag),
  });
}

/** Templates leave blanks behind. */
function trimmed(dataset: DOMStringMap): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(dataset).map(([name, value]) => [name, value?.trim()]));
}

function warn(attribute: string, value: string, meaning: string): void {
  console.error(`raffle widget: ${attribute} must be ${meaning}, and is "${value}"`);
}

/** The service's address, without a slash at the end. */
function serviceOf(src: string): string {
  const { origin, pathname } = new URL(src);
  return origin + pathname.replace(/\/assets\/widget-[0-9a-f]+\.js$|\/[^/]*$/, "");
}

function helloOf({ dataset: { scheme = "", email } }: Tag) {
  const named = scheme.trim().toLowerCase();
  return { scheme: isScheme(named) ? named : "auto", email: email?.trim() } as const;
}
