export const FONTS = ["system", "humanist", "rounded", "serif", "mono"] as const;
type Font = (typeof FONTS)[number];

export const COLOUR = /^#[0-9a-fA-F]{6}$/;
export const RADIUS = /^([0-9]|[12][0-9]|3[0-2])px$/;

/** How an organisation's pages look to buyers. What is not given is as the service has it. */
export interface Theme {
  /** `#rrggbb`, as all colours. Of buttons, links and bars. */
  readonly accent?: string;
  readonly background?: string;
  readonly backgroundDark?: string;
  /** Of corners: `12px`. */
  readonly radius?: string;
  readonly font?: Font;
  /** https. */
  readonly logoUrl?: string;
}
