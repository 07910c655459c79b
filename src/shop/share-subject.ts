import type { Locale } from "./locale.ts";
import type { ShownState } from "./shop-lot.ts";

/** What a share image says of a lot. */
export interface ShareSubject {
  readonly organisationName: string;
  readonly locale: Locale;
  /** `#rrggbb`; null: as the service has it. */
  readonly accent: string | null;
  readonly title: string;
  readonly priceCents: number;
  readonly state: ShownState;
  /** Masked; null: there is none yet, or it is not published. */
  readonly winner: string | null;
}
