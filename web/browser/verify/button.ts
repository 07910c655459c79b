import type { open } from "./part.ts";

/** Offers to verify a draw, and loads what that needs once it is wanted. */
export function offerVerification(): void {
  const button = document.querySelector<HTMLButtonElement>("button[data-part]");
  const place = document.querySelector("#verification");
  const facts = document.querySelector("#verify-facts")?.textContent;
  if (!button || !place || !facts) return;
  const { part, again, trouble } = button.dataset;
  let run: (() => Promise<void>) | undefined;
  button.hidden = false;
  button.addEventListener("click", async () => {
    try {
      run ??= ((await import(part!)) as { readonly open: typeof open }).open(place, facts);
    } catch {
      place.textContent = trouble!;
      return;
    }
    button.textContent = again!;
    await run();
  });
}
