/** When the page asks whether the mail has arrived. */
const LOOKS_MS = [2_000, 3_000, 5_000, 10_000, 20_000, 30_000];

/** Says that the mail was refused as soon as that is known: a code will not come. */
export async function followMail(): Promise<void> {
  const place = document.querySelector<HTMLElement>("[data-mail-refused]");
  if (!place?.hidden) return;
  for (const waitMs of LOOKS_MS) {
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    const state = await stateAt(place.dataset.mailRefused!);
    if (state === "refused") place.hidden = false;
    if (state !== "waiting" && state !== "unknown") return;
  }
}

async function stateAt(path: string): Promise<string | null> {
  try {
    const answer = await fetch(path);
    return answer.ok ? (await answer.json()).state : "unknown";
  } catch {
    return "unknown";
  }
}
