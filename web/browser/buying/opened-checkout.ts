import { openFrame, type OpenFrame } from "../frame.ts";
import type { OpenHandle, OpenOptions } from "../service.d.ts";
import { emailFragment, features, isPhone } from "./checkout-window.ts";
import { followFragment, newVisit } from "./visit.ts";

const WATCH_MS = 1_000;
/** Longer than any checkout lasts. */
const OVER_MS = 35 * 60_000;
/** Duration of following a window that was closed without an order: the order may be on its way. */
const CLOSED_MS = 60_000;

/** Not `display: none`, in which browsers may stop what a page does. */
const UNSEEN =
  "all: unset; position: fixed; top: 0; left: -9px; width: 1px; height: 1px; overflow: hidden; visibility: hidden";

type Calls = Pick<
  OpenOptions,
  "onOpen" | "onPending" | "onPaid" | "onFailed" | "onClose" | "onBlocked" | "onError"
>;

/** Checkouts that pages of this window have opened: each competition has one. */
const checkouts = new Map<string, OpenedCheckout>();

/** Opens checkout, or brings its window to the front. @param base address of the service, without a slash at the end */
export function openCheckout(base: string, options: OpenOptions): OpenHandle {
  const key = `${base}/checkout/${options.org}/${options.lot}`;
  let checkout = checkouts.get(key);
  if (!checkout) {
    checkout = new OpenedCheckout(base, key);
    checkouts.set(key, checkout);
  }
  checkout.show(options);
  return checkout;
}

/**
 * Checkout in a window that the partner's page has opened. A page of another site hears nothing of that window, and its
 * policy may let it ask no server: an unseen frame of the service follows the visit and reports its outcome.
 */
class OpenedCheckout implements OpenHandle {
  url = "";
  blocked = false;
  readonly #base: string;
  readonly #key: string;
  #options!: OpenOptions;
  #visit = newVisit("");
  #popup: Window | null = null;
  #frame: OpenFrame | undefined;
  #status: "pending" | "failed" | null = null;
  /** The window is open, and the page knows it. */
  #isOpen = false;
  #watch: ReturnType<typeof setInterval> | undefined;
  #end: ReturnType<typeof setTimeout> | undefined;

  constructor(base: string, key: string) {
    this.#base = base;
    this.#key = key;
  }

  show(options: OpenOptions): void {
    this.#options = options;
    if (this.#popup && !this.#popup.closed) return this.#popup.focus();
    // After a failure another order begins.
    if (this.#status === "failed") this.#forget();
    this.#isOpen = false;
    this.#visit = { ...this.#visit, lot: String(options.lot), sinceMs: Date.now() };
    this.url = this.#address(options);
    this.#popup = window.open(this.url, "_blank", isPhone() ? "" : features());
    this.blocked = this.#popup === null;
    this.#follow();
    clearInterval(this.#watch);
    // The caller has the handle by then.
    if (this.#popup === null) queueMicrotask(() => this.#block());
    else this.#watch = setInterval(() => this.#notice(), WATCH_MS);
    this.#endIn(OVER_MS);
  }

  unmount(): void {
    this.#forget();
    clearInterval(this.#watch);
    clearTimeout(this.#end);
    if (checkouts.get(this.#key) === this) checkouts.delete(this.#key);
  }

  #forget(): void {
    this.#frame?.unmount();
    this.#frame = undefined;
    this.#status = null;
    this.#visit = newVisit("");
  }

  #address({ quantity, email = "", locale, scheme, affiliate }: OpenOptions): string {
    const address = new URL(this.#key);
    const { id } = this.#visit;
    const parameters = { quantity, locale, scheme, affiliate, visit: id, home: location.host };
    for (const [name, value] of Object.entries(parameters))
      if (value) address.searchParams.set(name, String(value));
    address.hash = emailFragment(email);
    return address.href;
  }

  #follow(): void {
    if (this.#frame) return;
    const { org, lot } = this.#options;
    const path = `${org}/competition/${lot}${followFragment(this.#visit)}`;
    const options = { base: this.#base, path, locale: undefined, scheme: "auto", holder: UNSEEN } as const;
    const frame = openFrame("embed", { dispatchEvent: (event) => this.#hear(event as CustomEvent) }, options);
    this.#frame = frame;
    // Libraries that swap the content of a page leave this element in place.
    document.documentElement.append(frame.box);
  }

  /** Hears what the frame says, of its competition as well as of the visit. */
  #hear({ type, detail }: CustomEvent): boolean {
    switch (type) {
      case "raffle:open":
        this.#open();
        break;
      case "raffle:pending":
        this.#open();
        this.#status = "pending";
        this.#endIn(OVER_MS);
        this.#call("onPending", detail);
        break;
      case "raffle:paid":
        this.#open();
        this.#notice();
        this.unmount();
        this.#call("onPaid", detail);
        break;
      case "raffle:failed":
        this.#status = "failed";
        this.#call("onFailed", detail);
        break;
      case "raffle:error":
        this.#call("onError", detail);
    }
    return true;
  }

  #open(): void {
    if (this.#isOpen) return;
    this.#notice();
    this.#isOpen = true;
    this.#call("onOpen", this.#lot);
  }

  #notice(): void {
    if (!this.#popup?.closed) return;
    clearInterval(this.#watch);
    // A page whose opener policy hides other windows sees them closed as soon as they show something.
    if (!this.#isOpen) return this.#block();
    this.#popup = null;
    if (this.#status !== "pending") this.#endIn(CLOSED_MS);
    this.#call("onClose", this.#lot);
  }

  #block(): void {
    this.#popup = null;
    this.blocked = true;
    this.#call("onBlocked", { url: this.url });
  }

  get #lot() {
    return { competitionId: this.#options.lot };
  }

  #endIn(ms: number): void {
    clearTimeout(this.#end);
    this.#end = setTimeout(() => this.unmount(), ms);
  }

  #call<Name extends keyof Calls>(name: Name, detail: Parameters<NonNullable<Calls[Name]>>[0]): void {
    (this.#options[name] as ((argument: typeof detail) => void) | undefined)?.(detail);
  }
}
