// Written by `npm run client-types` from clients/embed/src/vue.ts.

import { type DefineSetupFnComponent } from "vue";
import type { LotOptions, RaffleEventMap, ResultsOptions } from "./index.js";
/** Events of the components: `paid` for `raffle:paid`. Each has the event's detail. */
export type RaffleEmits = {
    [Type in keyof RaffleEventMap as Type extends `raffle:${infer Name}` ? Name : never]: (detail: RaffleEventMap[Type]["detail"]) => void;
};
/** A competition, or all that are live. On a server it is an empty element. */
export declare const Raffle: DefineSetupFnComponent<LotOptions, RaffleEmits>;
/** The outcome of a competition. */
export declare const RaffleResults: DefineSetupFnComponent<ResultsOptions, RaffleEmits>;
