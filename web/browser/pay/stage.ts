/** Place where a part shows a payment, with its callbacks. */
export interface Stage {
  /** Empty, and the part's own. */
  readonly place: HTMLElement;
  readonly sessionId: string;
  /** Instruction of the session. */
  readonly data: Readonly<Record<string, unknown>>;
  /** Origin of the service, whose pages may send messages from frames. */
  readonly origin: string;
  readonly locale: string;
  /** null: the part's own words. */
  readonly payLabel: string | null;
  /** Aborted once the payment step is over or is taken away. */
  readonly signal: AbortSignal;
  /**
   * Sends a confirm step. @returns the data of what the buyer's bank wants next; null: it is decided, or being decided.
   * Raises an error where nothing was decided and the buyer may enter a card again.
   */
  confirm(step: ConfirmStep): Promise<Readonly<Record<string, unknown>> | null>;
  /** Reports that the buyer has completed all steps: the outcome is polled at once. */
  done(): void;
  /** The same, with what proves the payment: parameters of the provider's return address. */
  back(parameters: Readonly<Record<string, string>>): void;
}

/** The body of the confirm call. */
export type ConfirmStep =
  | {
      readonly sessionHref: string;
      readonly device?: { readonly userAgent: string; readonly acceptHeader: string };
    }
  | { readonly deviceData: { readonly reference: string | null } }
  | { readonly challenge: "done" };

/** Shows the payment; rejects when what it needs could not be loaded. */
export type Pay = (stage: Stage) => Promise<void>;

const OFFERED = "raffle:part";

/** Registers a part at the end of its script. Only the loader of the script receives it. */
export function offer(pay: Pay): void {
  document.currentScript?.dispatchEvent(new CustomEvent(OFFERED, { detail: pay }));
}

/** Part that a script offers while it loads. */
export function offered(script: HTMLScriptElement): Promise<Pay> {
  return new Promise((resolve, reject) => {
    const gone = () => reject(new Error("the part could not be loaded"));
    script.addEventListener(OFFERED, (event) => resolve((event as CustomEvent<Pay>).detail));
    // Also runs for scripts that offer nothing.
    script.addEventListener("load", gone);
    script.addEventListener("error", gone);
  });
}
