import { loadStripe } from "@stripe/stripe-js/pure";
import { offer, type Stage } from "../../web/browser/pay/stage.ts";

/** Stripe shows one embedded page at a time: the one before has to be gone. */
let before: Promise<void> = Promise.resolve();

offer((stage) => {
  const display = before.then(() => show(stage));
  before = display.catch(() => undefined);
  return display;
});

async function show({ data, place, signal, done }: Stage): Promise<void> {
  const stripe = signal.aborted ? null : await loadStripe(String(data.publishableKey));
  if (stripe === null || signal.aborted) return;
  const page = await stripe.createEmbeddedCheckoutPage({
    fetchClientSecret: async () => String(data.clientSecret),
    onComplete: done,
  });
  // It may be destroyed once.
  if (signal.aborted) return page.destroy();
  signal.addEventListener("abort", () => page.destroy(), { once: true });
  page.mount(place);
}
