/** Payment of an order as its page shows it. */
export type Way =
  /** A part of the rail within the page. */
  | {
      readonly kind: "part";
      /** Name of its script below /assets, and of its styles. */
      readonly script: string;
      readonly style: string | null;
      /** Text of the instruction. */
      readonly data: unknown;
      /** A page of the provider's that needs no JavaScript. */
      readonly hosted: string | null;
    }
  | { readonly kind: "link"; readonly url: string }
  /** A code to scan, drawn, and what it says. `url`: the same payment on the device itself. */
  | { readonly kind: "code"; readonly svg: string; readonly text: string; readonly url: string | null }
  /** A transfer of tokens, which a wallet makes. */
  | TokensWay
  /** Only for pages of partners. */
  | { readonly kind: "none" };

export interface TokensWay {
  readonly kind: "tokens";
  /** The request as a code, drawn. */
  readonly svg: string;
  /** `USDC` */
  readonly token: string;
  /** Amount with the token's name. */
  readonly amount: string;
  /** Contract of the token. */
  readonly contract: string;
  readonly address: string;
  readonly refundTo: string | null;
  readonly chainId: number;
  /** Data of a wallet's transaction to the token's contract. */
  readonly transaction: string;
}

/** Order as its buyer sees it. */
export interface OrderView {
  readonly id: string;
  readonly lotId: number;
  readonly lotTitle: string;
  /** null: it has none, or is no longer shown. */
  readonly imageUrl: string | null;
  readonly quantity: number;
  /** Charged amount, formatted; null: nothing is charged. */
  readonly amount: string | null;
  /** It cost nothing, not even credit. */
  readonly free: boolean;
  /** Its competition still sells, as far as the order knows. */
  readonly selling: boolean;
  readonly railKind: string | null;
  /** true: placed on the service's pages. The buyer can view tickets there, and may start over. */
  readonly hosted: boolean;
  /** Frame that follows the checkout: it follows another order, too. */
  readonly visit: string | undefined;
  /** Host of the partner's site that the buyer came from; null: it is not known, or none that buyers are led to. */
  readonly home: string | null;
  readonly standing: OrderStage;
  readonly refunds: readonly {
    readonly amount: string;
    readonly state: "requested" | "succeeded" | "failed" | "by_hand" | "by_hand_done" | "disputed";
  }[];
  readonly cancelled: boolean;
  readonly givenBack: boolean;
  /** true: refunded, and all of its money has left. */
  readonly refunded: boolean;
  /** A different state means that the page is outdated. */
  readonly mark: string;
  readonly now: Date;
}

type OrderStage =
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
      /** true: expired before its time, because it was ended. */
      readonly ended: boolean;
    };
