// Written by `npm run client-types` from web/browser/service.d.ts.

/** Content shown in an element. */
export interface Handle {
  /** Takes it away; the element is as it was before. May be called at any time, and again. */
  unmount(): void;
}

export interface Look {
  /** Host of the service, by https: `raffles.example`; or an address, such as `http://127.0.0.1:3000`. */
  host: string;
  /** Slug of the organisation. */
  org: string;
  /** Language tag, such as `pt-BR`. Default: the page's `lang`, else the browser's. */
  locale?: string;
  /** Default: as the viewer's system is set. */
  scheme?: "light" | "dark" | "auto";
  /** Code of the affiliate who refers the visitors and earns a commission. An unknown code refers none. */
  affiliate?: string;
}

export interface LotOptions extends Look {
  /** Id of a competition. Default: all that are live. */
  lot?: number;
  /** Mail address of your visitor, which checkout's first page shows filled in. One that is none has no effect. */
  email?: string;
}

export interface ResultsOptions extends Look {
  /** Id of the competition. */
  lot: number;
}

/** Detail of `raffle:state`: when a competition is shown, and when its state has changed. */
export interface StateDetail {
  competitionId: number;
  /** State as in the API; `sold_out` is an open competition whose tickets are all sold or held. */
  state: "scheduled" | "open" | "sold_out" | "closing" | "drawn" | "retired" | "cancelled";
}

/** Detail of `raffle:paid`: once for each purchase. A hint for the page; the proof is the webhook. */
export interface PaidDetail {
  competitionId: number;
  quantity: number;
}

/** Detail of `raffle:ready`: the frame's page has loaded. */
export interface ReadyDetail {
  url: string;
}

/** Detail of `raffle:open`, `raffle:pending` and `raffle:close`: checkout's window was opened, has an order that waits for its payment, or was closed. */
export interface CheckoutDetail {
  competitionId: number;
}

/** Detail of `raffle:failed`: an order ended without tickets. The buyer may try again. */
export interface FailedDetail {
  competitionId: number;
  /** Such as `declined`, `expired` or `cancelled`; empty: it is not known. */
  reason: string;
}

/** Detail of `raffle:error`: the frame's page did not load. The page shows a link to it instead. */
export interface ErrorDetail {
  url: string;
}

/** Events of a widget's script tag, and of the element that `lot` and `results` are shown in. They bubble. */
export interface RaffleEventMap {
  "raffle:state": CustomEvent<StateDetail>;
  "raffle:paid": CustomEvent<PaidDetail>;
  "raffle:ready": CustomEvent<ReadyDetail>;
  "raffle:open": CustomEvent<CheckoutDetail>;
  "raffle:pending": CustomEvent<CheckoutDetail>;
  "raffle:close": CustomEvent<CheckoutDetail>;
  "raffle:failed": CustomEvent<FailedDetail>;
  "raffle:error": CustomEvent<ErrorDetail>;
}

declare global {
  interface ElementEventMap extends RaffleEventMap {}
  interface GlobalEventHandlersEventMap extends RaffleEventMap {}
}

/** An element, or a selector of one. */
export type Target = Element | string;

/** A competition, or the grid of all live ones. Throws a TypeError that names a wrong option. */
export declare function lot(target: Target, options: LotOptions): Handle;

/** Shows the outcome of a competition: the winner, masked, how it was drawn, and the proof. */
export declare function results(target: Target, options: ResultsOptions): Handle;

/** Detail of `onBlocked`. */
export interface BlockedDetail {
  /** Address of the checkout, for a link of yours with `target="_blank" rel="opener"`. */
  url: string;
}

export interface OpenOptions extends Look {
  /** Id of the competition. */
  lot: number;
  /** Number of tickets to begin with, from 1 to 100. */
  quantity?: number;
  /** Mail address of your visitor, which checkout's first page shows filled in. One that is none has no effect. */
  email?: string;
  /** Checkout is open. */
  onOpen?: (detail: CheckoutDetail) => void;
  /** There is an order, which waits for its payment. */
  onPending?: (detail: CheckoutDetail) => void;
  /** Once, when the tickets are issued. A hint for the page; the proof is the webhook. */
  onPaid?: (detail: PaidDetail) => void;
  /** An order ended without tickets. The buyer may try again, in the same window. */
  onFailed?: (detail: FailedDetail) => void;
  /** The window was closed before a purchase was paid, or a page on the way has cut it off. */
  onClose?: (detail: CheckoutDetail) => void;
  /** The browser has opened no window, or hides it from your page: show a link. */
  onBlocked?: (detail: BlockedDetail) => void;
  /** The frame that follows the purchase did not load: your page does not learn of its outcome. */
  onError?: (detail: ErrorDetail) => void;
}

/** A checkout that your page has opened. `unmount` ends its calls; the window stays. */
export interface OpenHandle extends Handle {
  /** Address of the checkout. */
  readonly url: string;
  /** true: the browser has opened no window, or hides it from your page. */
  readonly blocked: boolean;
}

/**
 * Opens checkout in a window, or in a tab on phones. Call it while a click is handled, or the browser blocks the window. A
 * further call for the same competition brings the window to the front, and its functions replace the former ones. Throws a
 * TypeError that names a wrong option.
 */
export declare function open(options: OpenOptions): OpenHandle;

/** The `data` of POST /api/v1/checkout/sessions. */
export interface CheckoutSession {
  id: string;
  status: "pending" | "paid" | "failed";
  provider: "flow" | "embed" | "fields" | "redirect" | "qr" | null;
  payment: {
    type: "PAY_URL" | "CODE_URL" | "FLOW_SESSION" | "EMBED_SESSION" | "FIELDS_SDK";
    redirectUrl: string | null;
    data: string | null;
  } | null;
}

/** The `data` of GET /api/v1/checkout/sessions/{id}, and of a confirm call. */
export interface CheckoutStatus {
  id: string;
  status: "pending" | "paid" | "failed";
  ticketsIssued: boolean;
  error?: string | null;
  /** Answer of a confirm call: the next step that the buyer's bank requires. */
  payment?: CheckoutSession["payment"];
}

/** Body that your backend forwards unchanged to POST /api/v1/checkout/sessions/{id}/confirm. */
export type ConfirmBody =
  | { sessionHref: string; cvcHref?: string; device?: { userAgent: string; acceptHeader: string } }
  | { deviceData: { reference: string | null } }
  | { challenge: "done" };

export interface CheckoutOptions {
  /** Answer that your backend got when it created the session. */
  session: CheckoutSession | { data: CheckoutSession };
  /** Asks your backend for the session's status. */
  poll: () => Promise<CheckoutStatus | { data: CheckoutStatus }>;
  /** Once, when the tickets are issued: not merely when a form is sent. */
  onPaid?: (status: CheckoutStatus) => void;
  /** Once, with the rail's reason; `timeout` after 35 minutes without an end. */
  onFailed?: (reason: string) => void;
  /** Leads the buyer to the provider's page, as in a window. Default: the page itself goes there. */
  onRedirect?: (address: string) => void;
  /** Needed for card fields (FIELDS_SDK): asks your backend to confirm. */
  confirm?: (body: ConfirmBody) => Promise<CheckoutStatus | { data: CheckoutStatus }>;
  /** On the button that pays, where it is ours. */
  payLabel?: string;
  /** Milliseconds between two polls; at least 500. Default: 2000. */
  pollIntervalMs?: number;
  /** Language tag. Default: the page's `lang`, else the browser's. */
  locale?: string;
  /** Host of the service. Default: where this file came from. Needed where your bundler has made another file of it. */
  host?: string;
}

/** The payment step of a session that your backend has started. Throws a TypeError that names a wrong option. */
export declare function checkout(target: Target, options: CheckoutOptions): Handle;
