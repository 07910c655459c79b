import type { Locale } from "./locale.ts";
import type { TicketPrice } from "../lots/lot.ts";
import type { ShownState } from "./shop-lot.ts";

/** Content of a lot's share image. */
export interface ShareSubject {
  readonly organisationName: string;
  readonly locale: Locale;
  /** `#rrggbb`; null: as the service has it. */
  readonly accent: string | null;
  readonly title: string;
  /** null: nothing is sold any more. */
  readonly price: TicketPrice | null;
  /** `held`: all tickets that are left are held for others. */
  readonly state: ShownState | "held";
  /** Masked; null: there is none yet, or it is not published. */
  readonly winner: string | null;
}
