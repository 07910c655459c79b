/** A checkout that a frame has opened, or is about to. */
export interface Visit {
  readonly id: string;
  readonly lot: string;
  readonly sinceMs: number;
  /** Path of the page of its pending order; null: there is none, or it is not known. */
  order: string | null;
  /** The page around this frame has opened its window, and does not know that checkout is shown. */
  readonly byHost: boolean;
}

// Frames store nothing: what a frame needs after a reload is in its address.
const VISITING = /^#(visit|follow)=([\w-]{22})\.(\d+)\.(\d+)(?:\.(\/[\w./-]+))?$/;
const BOUGHT = /^#in=(\d+)$/;
const VISIT_BYTES = 16;

export function newVisit(lot: string): Visit {
  const bytes = crypto.getRandomValues(new Uint8Array(VISIT_BYTES));
  const id = btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
  return { id, lot, sinceMs: Date.now(), order: null, byHost: false };
}

export function rememberedVisit(): Visit | null {
  const [, name, id, lot, since, order = null] = VISITING.exec(location.hash) ?? [];
  return id ? { id, lot: lot!, sinceMs: Number(since), order, byHost: name === "follow" } : null;
}

/** Returns the fragment of a frame that follows a visit for the page around it. */
export function followFragment({ id, lot, sinceMs }: Visit): string {
  return `#follow=${id}.${lot}.${sinceMs}`;
}

/** Returns the lot that was bought here last. */
export function rememberedPurchase(): string | null {
  return BOUGHT.exec(location.hash)?.[1] ?? null;
}

export function rememberVisit({ id, lot, sinceMs, order }: Visit): void {
  remember(`#visit=${id}.${lot}.${sinceMs}${order === null ? "" : `.${order}`}`);
}

export function rememberPurchase(lot: string): void {
  remember(`#in=${lot}`);
}

export function rememberNothing(): void {
  remember("#");
}

function remember(hash: string): void {
  history.replaceState(null, "", hash);
}
