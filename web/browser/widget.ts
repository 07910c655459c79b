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
    base: new URL(".", tag.src).href.slice(0, -1),
    path: encodeURIComponent(org) + lot,
    locale: locale || document.documentElement.lang,
    affiliate,
    scheme: schemeOf(tag),
  });
}

function schemeOf({ dataset: { scheme } }: HTMLScriptElement) {
  return isScheme(scheme) ? scheme : "auto";
}
