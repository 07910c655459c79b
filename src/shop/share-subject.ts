import type { Mode } from "../organisations/mode.ts";
import type { Locale } from "./locale.ts";
import type { TicketPrice } from "../lots/lot.ts";
import type { ShownState } from "./shop-lot.ts";

/** Content of a lot's share image. */
export interface ShareSubject {
  readonly organisationName: string;
  /** `test`: the image says that no money is taken. */
  readonly mode: Mode;
  readonly locale: Locale;
  /** `#rrggbb`; null: the service's default. */
  readonly accent: string | null;
  readonly title: string;
  /** null: selling is over. */
  readonly price: TicketPrice | null;
  /** `held`: all remaining tickets are held for other orders. */
  readonly state: ShownState | "held";
  /** Masked winner; null: there is none yet, or it is not published. */
  readonly winner: string | null;
}
