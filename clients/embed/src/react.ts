"use client";
import { createElement, type ReactElement, useCallback, useEffect, useRef, useState } from "react";
import { prepareCheckout } from "./checkout.ts";
import { type EventName, show } from "./frame.ts";
import {
  type LotOptions,
  type OpenHandle,
  type OpenOptions,
  type RaffleCalls,
  type ResultsOptions,
} from "./index.ts";

/** The options of `lot`, and functions for the events. They may be other ones in each rendering. */
export interface RaffleProps extends LotOptions, RaffleCalls {
  className?: string;
}

/** The options of `results`, and functions for the events. */
export interface RaffleResultsProps extends ResultsOptions, RaffleCalls {
  className?: string;
}

/** A competition, or all that are live. On a server it is an empty element. */
export function Raffle(props: RaffleProps): ReactElement {
  return useFrame("lot", props);
}

/** The outcome of a competition. */
export function RaffleResults(props: RaffleResultsProps): ReactElement {
  return useFrame("results", props);
}

function useFrame(kind: "lot" | "results", props: RaffleProps & Partial<RaffleResultsProps>): ReactElement {
  const place = useRef<HTMLDivElement>(null);
  const latest = useLatest(props);
  const { host, org, lot, locale, scheme, affiliate, email } = props;
  useEffect(() => {
    const look = { host, org, lot, locale, scheme, affiliate };
    const options = (kind === "lot" ? { ...look, email } : look) as LotOptions & ResultsOptions;
    const call = (name: EventName, detail: object) =>
      (latest.current[nameOf(name)] as ((detail: object) => void) | undefined)?.(detail);
    return show(place.current!, { kind, options, call });
  }, [kind, host, org, lot, locale, scheme, affiliate, email, latest]);
  return createElement("div", { ref: place, className: props.className });
}

function nameOf<Name extends EventName>(name: Name): `on${Capitalize<Name>}` {
  return `on${name[0]!.toUpperCase()}${name.slice(1)}` as `on${Capitalize<Name>}`;
}

/** A checkout that a button of the page opens. */
export interface Checkout {
  /** false: the service is not loaded yet, and `open` does nothing. */
  readonly isReady: boolean;
  /** Opens checkout, or brings its window to the front. Call it while a click is handled. null: the service is not loaded */
  readonly open: () => OpenHandle | null;
}

/** Loads what `open` needs, so that a click opens checkout at once. Ends with the component; the window stays. */
export function useCheckout(options: OpenOptions): Checkout {
  const latest = useLatest(options);
  const checkout = useRef<ReturnType<typeof prepareCheckout> | null>(null);
  const [isReady, setReady] = useState(false);
  const { host, org, lot } = options;
  useEffect(() => {
    const prepared = prepareCheckout(() => latest.current, setReady);
    checkout.current = prepared;
    return prepared.end;
  }, [host, org, lot, latest]);
  const open = useCallback(() => checkout.current?.open() ?? null, []);
  return { isReady, open };
}

/** Returns a reference to the value of the latest rendering. */
function useLatest<Value>(value: Value): { readonly current: Value } {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
}
