// Written by `npm run client-types` from clients/embed/src/vue.ts.

import { type DefineSetupFnComponent, type Ref } from "vue";
import type { LotOptions, OpenHandle, OpenOptions, RaffleEventMap, ResultsOptions } from "./index.js";
/** Events of the components: `paid` for `raffle:paid`. Each has the event's detail. */
export type RaffleEmits = {
    [Type in keyof RaffleEventMap as Type extends `raffle:${infer Name}` ? Name : never]: (detail: RaffleEventMap[Type]["detail"]) => void;
};
/** A competition, or all that are live. On a server it is an empty element. */
export declare const Raffle: DefineSetupFnComponent<LotOptions, RaffleEmits>;
/** The outcome of a competition. */
export declare const RaffleResults: DefineSetupFnComponent<ResultsOptions, RaffleEmits>;
/** A checkout that a button of the page opens. */
export interface Checkout {
    /** false: the service is not loaded yet, and `open` does nothing. */
    readonly isReady: Readonly<Ref<boolean>>;
    /** Opens checkout, or brings its window to the front. Call it while a click is handled. null: the service is not loaded */
    readonly open: () => OpenHandle | null;
}
/**
 * Loads what `open` needs, so that a click opens checkout at once. Ends with the component; the window stays.
 * @param options returns them; they may be other ones at any time
 */
export declare function useCheckout(options: () => OpenOptions): Checkout;
