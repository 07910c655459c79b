export const FONTS = ["system", "humanist", "rounded", "serif", "mono"] as const;
type Font = (typeof FONTS)[number];

export const COLOUR = /^#[0-9a-fA-F]{6}$/;
export const RADIUS = /^([0-9]|[12][0-9]|3[0-2])px$/;

/** Look of an organisation's pages to buyers. Missing values are the service's defaults. */
export interface Theme {
  /** Colour of buttons, links and bars: `#rrggbb`, as all colours. */
  readonly accent?: string;
  readonly background?: string;
  readonly backgroundDark?: string;
  /** Radius of corners: `12px`. */
  readonly radius?: string;
  readonly font?: Font;
  /** An https URL. */
  readonly logoUrl?: string;
}
