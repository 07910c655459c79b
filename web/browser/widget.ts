import { isScheme, openFrame, type OpenFrame } from "./frame.ts";

// Read at once: later it is another script. Each tag runs this file, and serves itself.
serve(document.currentScript);

function serve(tag: HTMLOrSVGScriptElement | null): void {
  if (!(tag instanceof HTMLScriptElement)) {
    console.error("raffle widget: it needs a script tag of its own, without type=module");
    return;
  }
  if (!tag.dataset.org) {
    console.error("raffle widget: its script tag has no data-org");
    return;
  }
  const place = document.createElement("div");
  let open: OpenFrame | null = null;
  const show = () => {
    open?.unmount();
    open = frameOf(tag, place);
  };
  const begin = () => {
    if (!tag.isConnected) return;
    if (tag.closest("head")) document.body.append(place);
    else tag.after(place);
    show();
    // A tag that is taken away takes its frame along; one whose attributes change shows what they say.
    const gone = new MutationObserver(() => {
      if (tag.isConnected) return;
      gone.disconnect();
      changed.disconnect();
      open?.unmount();
      place.remove();
    });
    gone.observe(document, { childList: true, subtree: true });
    const changed = new MutationObserver((records) => {
      if (records.some(({ attributeName }) => attributeName !== "data-scheme")) show();
      else open?.setScheme(schemeOf(tag));
    });
    const attributeFilter = ["data-org", "data-competition", "data-locale", "data-scheme", "data-affiliate"];
    changed.observe(tag, { attributeFilter });
  };
  if (document.body) begin();
  else addEventListener("DOMContentLoaded", begin, { once: true });
}

function frameOf(tag: HTMLScriptElement, place: Element): OpenFrame {
  const { org = "", competition, locale, affiliate } = tag.dataset;
  const lot = competition ? `/competition/${encodeURIComponent(competition)}` : "";
  return openFrame(place, tag, {
    base: serviceOf(tag.src),
    path: encodeURIComponent(org) + lot,
    locale: locale || document.documentElement.lang,
    affiliate,
    scheme: schemeOf(tag),
  });
}

/** The service's address, without a slash at the end: this file is at its top, or pinned by its hash below /assets. */
function serviceOf(src: string): string {
  const { origin, pathname } = new URL(src);
  return origin + pathname.replace(/\/assets\/widget-[0-9a-f]+\.js$|\/[^/]*$/, "");
}

function schemeOf({ dataset: { scheme } }: HTMLScriptElement) {
  return isScheme(scheme) ? scheme : "auto";
}
