/** How an order is paid on its page. */
export type Way =
  /** A part of the rail within the page. */
  | {
      readonly kind: "part";
      /** Name of its script below /assets, and of its styles. */
      readonly script: string;
      readonly style: string | null;
      /** Of the instruction. */
      readonly data: unknown;
      /** A page of the provider's that needs no JavaScript. */
      readonly hosted: string | null;
    }
  | { readonly kind: "link"; readonly url: string }
  /** A code to scan, drawn, and what it says. `url`: the same payment on the device itself. */
  | { readonly kind: "code"; readonly svg: string; readonly text: string; readonly url: string | null }
  /** A transfer of tokens, which a wallet makes. */
  | TokensWay
  /** By partners alone. */
  | { readonly kind: "none" };

export interface TokensWay {
  readonly kind: "tokens";
  /** The request as a code, drawn. */
  readonly svg: string;
  /** `USDC` */
  readonly token: string;
  /** With the token's name. */
  readonly amount: string;
  /** Of the token. */
  readonly contract: string;
  readonly address: string;
  readonly refundTo: string | null;
  readonly chainId: number;
  /** What a wallet's transaction to the token's contract carries. */
  readonly transaction: string;
}

/** What a buyer is shown of an order. */
export interface OrderView {
  readonly id: string;
  readonly lotId: number;
  readonly lotTitle: string;
  readonly quantity: number;
  /** Of the charge, as it is written: null: nothing is charged. */
  readonly amount: string | null;
  /** It cost nothing, not even credit. */
  readonly free: boolean;
  /** Its competition still sells, as far as the order knows. */
  readonly selling: boolean;
  readonly railKind: string | null;
  /** It was placed on our own pages: the buyer has tickets to look at there, and may start anew. */
  readonly hosted: boolean;
  /** Of the frame that follows the checkout: it follows another order, too. */
  readonly visit: string | undefined;
  /** Host of the partner's site that the buyer came from; null: it is not known, or none that buyers are led to. */
  readonly home: string | null;
  readonly standing: Standing;
  readonly refunds: readonly {
    readonly amount: string;
    readonly state: "requested" | "succeeded" | "failed" | "by_hand" | "by_hand_done" | "disputed";
  }[];
  readonly cancelled: boolean;
  readonly givenBack: boolean;
  /** It was given back, and all of its money has left. */
  readonly refunded: boolean;
  /** Another one means that the page shows what is over. */
  readonly mark: string;
  readonly now: Date;
}

type Standing =
  | {
      readonly status: "pending";
      readonly way: Way;
      readonly holdUntil: Date;
      /** The buyer has been at the provider: the outcome is waited for. */
      readonly returned: boolean;
      /** A wish to give it up could not be met. */
      readonly kept: boolean;
    }
  /** The provider has not yet said how to pay. */
  | { readonly status: "preparing" }
  | { readonly status: "paid"; readonly tickets: readonly number[] }
  | {
      readonly status: "failed";
      readonly error: string | null;
      /** It expired before its time: somebody has ended it. */
      readonly ended: boolean;
    };
