import { element, frameOf, messageOf } from "../../web/browser/pay/elements.ts";
import { wordIn } from "../../web/browser/pay/pay-words.ts";
import { offer, type Stage } from "../../web/browser/pay/stage.ts";

/** The simulated provider: a frame of its page, or test cards. */
offer(async (stage) => {
  const { sessionHrefs, action, url } = stage.data;
  if (typeof sessionHrefs === "object" && sessionHrefs !== null)
    return showCards(stage, sessionHrefs as Readonly<Record<string, string>>);
  if (typeof action === "string") return void converse(stage, stage.data, () => undefined);
  void showPage(stage, String(url));
});

async function showPage({ place, locale, signal, back }: Stage, url: string): Promise<void> {
  const frame = frameOf(wordIn(locale, PAY_WORDS.frame), true);
  frame.src = url;
  place.append(frame);
  const returned = ({ source, returnUrl }: { source?: unknown; returnUrl?: unknown }) =>
    source === "sandbox" && typeof returnUrl === "string" ? returnUrl : undefined;
  const { origin } = new URL(url);
  const address = await messageOf({ frame, origin, signal }, (message) => returned(message ?? {}));
  if (address !== null) back(Object.fromEntries(new URL(address).searchParams));
}

function showCards(stage: Stage, sessionHrefs: Readonly<Record<string, string>>): void {
  const { place, locale, payLabel } = stage;
  const choices = Object.entries(sessionHrefs).map(([name, value], index) =>
    element(
      "label",
      { style: { display: "block" } },
      element("input", { type: "radio", name: "card", value, required: true, checked: index === 0 }),
      ` ${name}`,
    ),
  );
  const legend = element("legend", {}, wordIn(locale, PAY_WORDS.testCard));
  const button = element("button", { className: "button" }, payLabel ?? wordIn(locale, PAY_WORDS.pay));
  const says = element("p", { role: "status" });
  const form = element(
    "form",
    { className: "raffle-card" },
    element("fieldset", {}, legend, ...choices),
    button,
  );
  place.append(form, says);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const sessionHref = String(new FormData(form).get("card"));
    form.hidden = true;
    const step = { sessionHref, device: { userAgent: navigator.userAgent, acceptHeader: "text/html" } };
    void converse(stage, stage.confirm(step), () => {
      form.hidden = false;
      says.textContent = wordIn(locale, PAY_WORDS.again);
    });
  });
}

/** Answers for the simulated bank, which wants to know the device, and then asks the buyer. */
async function converse(
  stage: Stage,
  stageData: Stage["data"] | Promise<Stage["data"] | null>,
  again: () => void,
): Promise<void> {
  try {
    let next: Stage["data"] | null = await stageData;
    while (next !== null && !stage.signal.aborted) {
      if (next.action === "challenge") await sayYes(stage);
      if (stage.signal.aborted) return;
      const isChallenge: boolean = next.action === "challenge";
      next = await stage.confirm(isChallenge ? { challenge: "done" } : { deviceData: { reference: null } });
    }
    stage.done();
  } catch {
    if (!stage.signal.aborted) again();
  }
}

async function sayYes({ place, locale }: Stage): Promise<void> {
  const yes = element("button", { type: "button", className: "button" }, wordIn(locale, PAY_WORDS.yes));
  const notice = element("p", {}, wordIn(locale, PAY_WORDS.bank));
  place.append(notice, yes);
  await new Promise((resolve) => yes.addEventListener("click", resolve, { once: true }));
  notice.remove();
  yes.remove();
}
