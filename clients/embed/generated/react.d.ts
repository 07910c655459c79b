// Written by `npm run client-types` from clients/embed/src/react.ts.

import { type ReactElement } from "react";
import { type LotOptions, type OpenHandle, type OpenOptions, type RaffleCalls, type ResultsOptions } from "./index.js";
/** The options of `lot`, and functions for the events. They may be other ones in each rendering. */
export interface RaffleProps extends LotOptions, RaffleCalls {
    className?: string;
}
/** The options of `results`, and functions for the events. */
export interface RaffleResultsProps extends ResultsOptions, RaffleCalls {
    className?: string;
}
/** A competition, or all that are live. On a server it is an empty element. */
export declare function Raffle(props: RaffleProps): ReactElement;
/** The outcome of a competition. */
export declare function RaffleResults(props: RaffleResultsProps): ReactElement;
/** A checkout that a button of the page opens. */
export interface Checkout {
    /** false: the service is not loaded yet, and `open` does nothing. */
    readonly isReady: boolean;
    /** Opens checkout, or brings its window to the front. Call it while a click is handled. null: the service is not loaded */
    readonly open: () => OpenHandle | null;
}
/** Loads what `open` needs, so that a click opens checkout at once. Ends with the component; the window stays. */
export declare function useCheckout(options: OpenOptions): Checkout;
