import type { open } from "./part.ts";

/**
 * Verifies the draw of a published winner once the page has shown it, and again at the press of a button; only then where
 * the list is long or the reader saves data.
 */
export function offerVerification(whenShown: Promise<void>): void {
  const button = document.querySelector<HTMLButtonElement>("button[data-part]");
  const place = document.querySelector("#verification");
  const facts = document.querySelector("#verify-facts")?.textContent;
  if (!button || !place || !facts) return;
  const details = document.querySelector<HTMLDetailsElement>("[data-checked]")!;
  const seal = document.querySelector<HTMLElement>("[data-seal]");
  const { part, again, trouble, unasked } = button.dataset;
  let verifier: Promise<ReturnType<typeof open>> | undefined;

  const verify = async (isAsked: boolean) => {
    details.hidden = false;
    details.open ||= isAsked;
    try {
      verifier ??= (import(part!) as Promise<{ readonly open: typeof open }>).then((loaded) =>
        loaded.open(place, facts),
      );
      const outcome = await (await verifier).run(isAsked);
      details.hidden = outcome === null;
      if (outcome === null) return;
      button.textContent = again!;
      show(outcome);
    } catch {
      verifier = undefined;
      place.textContent = trouble!;
      show({ passed: false, text: trouble! });
    }
  };
  const show = ({ passed, text }: { readonly passed: boolean; readonly text: string }) => {
    details.open ||= !passed;
    if (!seal || seal.textContent === text) return;
    seal.textContent = text;
    seal.classList.toggle("broken", !passed);
  };
  button.hidden = false;
  button.addEventListener("click", () => void verify(true));
  const { connection } = navigator as Navigator & { readonly connection?: { readonly saveData?: boolean } };
  if (unasked === "" && !connection?.saveData) void whenShown.then(() => verify(false));
}
