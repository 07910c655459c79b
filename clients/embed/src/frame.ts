import { addressOf } from "./address.ts";
import { type Handle, type LotOptions, loadService, type ResultsOptions } from "./index.ts";

/** Names of a frame's events, without their prefix. */
export const EVENTS = ["ready", "state", "open", "pending", "paid", "failed", "close", "error"] as const;

export type EventName = (typeof EVENTS)[number];

interface Frame {
  readonly kind: "lot" | "results";
  readonly options: LotOptions & ResultsOptions;
  /** Gets each event with its detail. */
  readonly call: (name: EventName, detail: object) => void;
}

/** Shows a frame in a place as soon as its service is loaded; a link, if it cannot be. @returns takes it away */
export function show(place: HTMLElement, { kind, options, call }: Frame): () => void {
  const over = new AbortController();
  const { signal } = over;
  for (const name of EVENTS)
    place.addEventListener(`raffle:${name}`, ({ detail }) => call(name, detail), { signal });
  let content: Handle | undefined;
  const start = async () => {
    const service = await loadService(options.host).catch((error: unknown) => {
      // A wrong option is a fault of the page, for its console.
      if (error instanceof TypeError) throw error;
      return null;
    });
    if (signal.aborted) return;
    if (service) {
      content = service[kind](place, options);
      return;
    }
    const link = linkIn(place, options);
    content = { unmount: () => link.remove() };
    call("error", { url: link.href });
  };
  void start();
  return () => {
    over.abort();
    content?.unmount();
  };
}

/** Puts a link to the page of a frame in its place. */
function linkIn(place: HTMLElement, { host, org, lot }: LotOptions): HTMLAnchorElement {
  const href = `${addressOf(host)}/embed/${org}${lot === undefined ? "" : `/competition/${lot}`}`;
  const link = Object.assign(document.createElement("a"), { href, target: "_blank", rel: "noopener" });
  link.textContent = href.replace(/^https?:\/\//, "");
  place.append(link);
  return link;
}
