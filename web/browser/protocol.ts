// Messages between frame and host page. Each accepts only the expected window and origin.

export const VERSION = 1;
const TITLE_MOST = 200;
const REASON_MOST = 200;
const ADDRESS = /^[^\s@]+@[^\s@]+$/;
const ADDRESS_MOST = 254;
const ORDER = /^(\/[\w.-]+){1,20}$/;
const PURCHASES = /^(\/[\w.-]+){1,20}\/wallet\.json\?wallet=0x[\da-f]{40}$/i;
/** In pixels: more than all competitions of a window below each other on a narrow phone. */
const HEIGHT = { least: 120, most: 500_000 } as const;

export type Scheme = "light" | "dark" | "auto";

export type FromFrame =
  | { readonly type: "height"; readonly height: number }
  | { readonly type: "title"; readonly title: string }
  | { readonly type: "state"; readonly state: string; readonly competitionId: number }
  | { readonly type: "paid"; readonly competitionId: number; readonly quantity: number }
  /** Checkout's window was opened, has an order to pay, or was closed. */
  | { readonly type: "open" | "pending" | "close"; readonly competitionId: number }
  | { readonly type: "failed"; readonly competitionId: number; readonly reason: string };

/** A purchase that a wallet has sent to the chain. */
export interface SentPurchase {
  /** Path of the wallet's final purchases. */
  readonly path: string;
  /** Hash of its transaction; null: the wallet has not named it. */
  readonly hash: string | null;
  /** Indexes from this one on are of later purchases than those that were final when it was sent. */
  readonly from: number;
}

/** From checkout to the frame that has opened it. `closed`: it is about to be. */
export type FromPopup =
  | { readonly type: "opened" | "closed" }
  /** `order`: the path of its page; null: it is not known, or on chain. `sent`: null off chain. */
  | { readonly type: "pending"; readonly order: string | null; readonly sent: SentPurchase | null }
  | { readonly type: "paid"; readonly quantity: number }
  | { readonly type: "failed"; readonly reason: string };

/** With the visit that the window's address names; null: none. */
type HeardFromPopup = FromPopup & { readonly visit: string | null };

interface FromHost {
  readonly type: "hello";
  readonly scheme: Scheme;
  /** Address of the visitor, to fill in at checkout; empty: it is not known. */
  readonly email: string;
}

/** null: it is not a message of ours, or one of another version. */
function ours(data: unknown): Readonly<Record<string, unknown>> | null {
  const message = data as Record<string, unknown> | null;
  return typeof message === "object" && message !== null && message.raffle === VERSION ? message : null;
}

export function fromFrame(data: unknown): FromFrame | null {
  const message = ours(data);
  if (!message) return null;
  const { type, height, title, state, competitionId, quantity, reason } = message;
  if (type !== "height" && type !== "title" && !Number.isSafeInteger(competitionId)) return null;
  const lot = { competitionId: competitionId as number };
  switch (type) {
    case "height":
      return typeof height === "number" && height >= HEIGHT.least && height <= HEIGHT.most
        ? { type, height }
        : null;
    case "title":
      return typeof title === "string" && title.length <= TITLE_MOST ? { type, title } : null;
    case "state":
      return typeof state === "string" ? { type, state, ...lot } : null;
    case "paid":
      return isCount(quantity) ? { type, ...lot, quantity } : null;
    case "open":
    case "pending":
    case "close":
      return { type, ...lot };
    case "failed":
      return isReason(reason) ? { type, ...lot, reason } : null;
    default:
      return null;
  }
}

export function fromPopup(data: unknown): HeardFromPopup | null {
  const message = ours(data);
  if (!message) return null;
  const { type, quantity, reason, order, sent } = message;
  const visit = typeof message.visit === "string" ? message.visit : null;
  switch (type) {
    case "opened":
    case "closed":
      return { type, visit };
    case "pending":
      return {
        type,
        visit,
        order: typeof order === "string" && ORDER.test(order) ? order : null,
        sent: isSent(sent) ? sent : null,
      };
    case "paid":
      return isCount(quantity) ? { type, visit, quantity } : null;
    case "failed":
      return isReason(reason) ? { type, visit, reason } : null;
    default:
      return null;
  }
}

function isSent(value: unknown): value is SentPurchase {
  const { path, hash, from } = (value ?? {}) as Record<string, unknown>;
  const isHash = hash === null || typeof hash === "string";
  return typeof path === "string" && PURCHASES.test(path) && isHash && Number.isSafeInteger(from);
}

/** Returns whether a text may be the address of a buyer. The service decides. */
export function isAddress(text: string): boolean {
  return text.length <= ADDRESS_MOST && ADDRESS.test(text);
}

function isReason(value: unknown): value is string {
  return typeof value === "string" && value.length <= REASON_MOST;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 1;
}

export function fromHost(data: unknown): FromHost | null {
  const message = ours(data);
  if (message?.type !== "hello") return null;
  const { scheme, email } = message;
  if (scheme !== "light" && scheme !== "dark" && scheme !== "auto") return null;
  return { type: "hello", scheme, email: typeof email === "string" && isAddress(email) ? email : "" };
}

export function clampedHeight(height: number): number {
  return Math.min(HEIGHT.most, Math.max(HEIGHT.least, Math.ceil(height)));
}

export function shortTitle(title: string): string {
  return title.slice(0, TITLE_MOST);
}
