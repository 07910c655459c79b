/** What is shown in an element. */
export interface Handle {
  /** Takes it away; the element is as it was before. May be called at any time, and again. */
  unmount(): void;
}

export interface Look {
  /** Host of the service: `raffles.example`, or an address with `https://`. */
  host: string;
  /** Slug of the organisation. */
  org: string;
  /** Language tag, such as `pt-BR`. Default: the page's `lang`, else the browser's. */
  locale?: string;
  /** Default: as the viewer's system is set. */
  scheme?: "light" | "dark" | "auto";
}

export interface LotOptions extends Look {
  /** Id of a competition. Default: all that are live. */
  lot?: number;
}

export interface ResultsOptions extends Look {
  /** Id of the competition. */
  lot: number;
}

/** An element, or a selector of one. */
export type Target = Element | string;

/** A competition, or the grid of all live ones. Throws a TypeError that names a wrong option. */
export declare function lot(target: Target, options: LotOptions): Handle;

/** What became of a competition: the winner, masked, how it was drawn, and the proof. */
export declare function results(target: Target, options: ResultsOptions): Handle;
