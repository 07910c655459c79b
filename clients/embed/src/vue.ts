import {
  type DefineSetupFnComponent,
  defineComponent,
  h,
  onBeforeUnmount,
  onMounted,
  readonly,
  ref,
  type Ref,
  shallowRef,
  type SetupContext,
  watch,
} from "vue";
import { prepareCheckout } from "./checkout.ts";
import { EVENTS, show } from "./frame.ts";
import type { LotOptions, OpenHandle, OpenOptions, RaffleEventMap, ResultsOptions } from "./index.ts";

/** Events of the components: `paid` for `raffle:paid`. Each has the event's detail. */
export type RaffleEmits = {
  [Type in keyof RaffleEventMap as Type extends `raffle:${infer Name}` ? Name : never]: (
    detail: RaffleEventMap[Type]["detail"],
  ) => void;
};

const EMITS = Object.fromEntries(EVENTS.map((name) => [name, null])) as unknown as RaffleEmits;
const LOOK = ["host", "org", "lot", "locale", "scheme", "affiliate"] as const;

/** A competition, or all that are live. On a server it is an empty element. */
export const Raffle: DefineSetupFnComponent<LotOptions, RaffleEmits> = defineComponent(
  (props: LotOptions, context: SetupContext<RaffleEmits>) => frame("lot", props, context),
  { name: "Raffle", props: [...LOOK, "email"], emits: EMITS },
);

/** The outcome of a competition. */
export const RaffleResults: DefineSetupFnComponent<ResultsOptions, RaffleEmits> = defineComponent(
  (props: ResultsOptions, context: SetupContext<RaffleEmits>) => frame("results", props, context),
  { name: "RaffleResults", props: [...LOOK], emits: EMITS },
);

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
export function useCheckout(options: () => OpenOptions): Checkout {
  const isReady = ref(false);
  let checkout: ReturnType<typeof prepareCheckout> | undefined;
  const begin = () => {
    checkout?.end();
    checkout = prepareCheckout(options, (value) => (isReady.value = value));
  };
  onMounted(begin);
  const where = [() => options().host, () => options().org, () => options().lot];
  watch(where, () => checkout && begin());
  onBeforeUnmount(() => checkout?.end());
  return { isReady: readonly(isReady), open: () => checkout?.open() ?? null };
}

function frame(kind: "lot" | "results", props: LotOptions, { emit }: SetupContext<RaffleEmits>) {
  const place = shallowRef<HTMLElement>();
  let end = (): void => undefined;
  const begin = () => {
    end();
    const options = { ...props } as LotOptions & ResultsOptions;
    end = show(place.value!, { kind, options, call: emit as (name: string, detail: object) => void });
  };
  onMounted(begin);
  watch(
    () => ({ ...props }),
    () => place.value && begin(),
    { flush: "post" },
  );
  onBeforeUnmount(() => end());
  return () => h("div", { ref: place });
}
