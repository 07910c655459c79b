import { addressOf } from "./address.ts";
import { loadService, type OpenHandle, type OpenOptions, type Service } from "./index.ts";

const CALLS = ["onOpen", "onPending", "onPaid", "onFailed", "onClose", "onBlocked", "onError"] as const;

interface PreparedCheckout {
  readonly open: () => OpenHandle | null;
  /** Ends its calls; the window stays. */
  readonly end: () => void;
}

/**
 * Loads what `open` needs, so that a click opens checkout at once.
 * @param latest returns the options, whose functions may be other ones each time
 */
export function prepareCheckout(
  latest: () => OpenOptions,
  ready: (isReady: boolean) => void,
): PreparedCheckout {
  let service: Service | null = null;
  let checkout: OpenHandle | undefined;
  let isOver = false;
  const start = async () => {
    const { host, org, lot } = latest();
    const loaded = await loadService(host).catch((error: unknown) => {
      // A wrong option is a fault of the page, for its console.
      if (error instanceof TypeError) throw error;
      if (!isOver) latest().onError?.({ url: `${addressOf(host)}/checkout/${org}/${lot}` });
      return null;
    });
    if (isOver || !loaded) return;
    service = loaded;
    ready(true);
  };
  void start();
  const call = (name: (typeof CALLS)[number]) => (detail: never) =>
    (latest()[name] as ((detail: never) => void) | undefined)?.(detail);
  return {
    open() {
      const calls = Object.fromEntries(CALLS.map((name) => [name, call(name)]));
      checkout = service?.open({ ...latest(), ...calls } as OpenOptions);
      return checkout ?? null;
    },
    end() {
      isOver = true;
      service = null;
      ready(false);
      checkout?.unmount();
    },
  };
}
