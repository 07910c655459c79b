import { AdyenCheckout, Dropin } from "@adyen/adyen-web/auto";
import { offer, type Stage } from "../../web/browser/pay/stage.ts";

/** Adyen's names of languages for which it wants the region, too. */
const REGIONS: Readonly<Record<string, string>> = { en: "en-US", pt: "pt-PT", ja: "ja-JP" };
/** The time for which a refusal is shown before the buyer may try another way. */
const READ_MS = 4_000;

offer(show);

async function show(stage: Stage): Promise<void> {
  const { data, place, locale, signal, back, done } = stage;
  const id = String(data.id);
  const checkout = await AdyenCheckout({
    session: { id, sessionData: String(data.sessionData) },
    clientKey: String(data.clientKey),
    environment: data.environment as "test",
    countryCode: String(data.countryCode),
    locale: REGIONS[locale] ?? locale,
    onPaymentCompleted: (completed) => {
      const { sessionResult } = completed as { readonly sessionResult?: string };
      if (sessionResult) back({ sessionId: id, sessionResult });
      else done();
    },
    onPaymentFailed: () => {
      done();
      // One attempt has failed: the session continues.
      setTimeout(() => {
        if (signal.aborted) return;
        dropin.unmount();
        void show(stage).catch(() => undefined);
      }, READ_MS);
    },
  });
  if (signal.aborted) return;
  const dropin = new Dropin(checkout);
  signal.addEventListener("abort", () => dropin.unmount(), { once: true });
  dropin.mount(place);
}
