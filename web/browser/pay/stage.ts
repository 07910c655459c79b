/** What a part shows a payment on, and whom it tells. */
export interface Stage {
  /** Empty, and the part's own. */
  readonly place: HTMLElement;
  readonly sessionId: string;
  /** Of the session's instruction. */
  readonly data: Readonly<Record<string, unknown>>;
  /** Of the service, whose pages may speak from frames. */
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
  /** The buyer has done all there was to do: the outcome is asked for at once. */
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

/** A part's script ends with it: whoever loaded the script gets the part, and nobody else. */
export function offer(pay: Pay): void {
  document.currentScript?.dispatchEvent(new CustomEvent(OFFERED, { detail: pay }));
}

/** What a script that is being loaded offers. */
export function offered(script: HTMLScriptElement): Promise<Pay> {
  return new Promise((resolve, reject) => {
    const gone = () => reject(new Error("the part could not be loaded"));
    script.addEventListener(OFFERED, (event) => resolve((event as CustomEvent<Pay>).detail));
    // Of those that offer nothing, too.
    script.addEventListener("load", gone);
    script.addEventListener("error", gone);
  });
}
