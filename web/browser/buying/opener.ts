import { type FromPopup, VERSION } from "../protocol.ts";

/** Tells the frame that has opened this window, if one has and is still there: a courtesy, for frames also ask. */
export function tellFrame(message: FromPopup): void {
  const { opener } = window as { opener: Window | null };
  // Only pages of this origin receive the message.
  opener?.postMessage({ raffle: VERSION, ...message }, location.origin);
}
