import { type FromPopup, VERSION } from "../protocol.ts";

/** Tells the frame that has opened this window, if one has and is still there: a courtesy, for frames also ask. */
export function tellFrame(message: FromPopup): void {
  const { opener } = window as { opener: Window | null };
  // What the message says is for pages of this very origin.
  opener?.postMessage({ raffle: VERSION, ...message }, location.origin);
}
