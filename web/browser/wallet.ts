/** As EIP-1193 has it. */
interface Provider {
  request(call: { readonly method: string; readonly params?: readonly unknown[] }): Promise<unknown>;
}
/** As EIP-6963 has it. */
interface Announced {
  readonly info: { readonly uuid: string; readonly name: string; readonly icon: string };
  readonly provider: Provider;
}
type Said = "waiting" | "declined" | "wrong" | "unavailable" | "failed";

/** The buyer said no, as EIP-1193 has it. */
const DECLINED = 4001;
/** Wallets that are slow to announce themselves. */
const NONE_AFTER_MS = 700;

class Refused extends Error {
  readonly said: Said;
  constructor(said: Said) {
    super(said);
    this.said = said;
  }
}

/** Lets buyers sign in by a wallet of their browser. */
export function startWallets(): void {
  const section = document.querySelector<HTMLElement>("[data-wallet]");
  if (!section) return;
  const list = section.querySelector("[data-wallets]")!;
  const none = section.querySelector<HTMLElement>("[data-none]")!;
  const known = new Set<string>();
  const offer = (id: string, name: string, icon: string, provider: Provider) => {
    if (known.has(id)) return;
    known.add(id);
    none.hidden = true;
    list.append(buttonFor(section, { name, icon, provider }));
  };
  addEventListener("eip6963:announceProvider", (event) => {
    const { info, provider } = (event as CustomEvent<Announced>).detail ?? {};
    if (typeof info?.uuid !== "string" || typeof provider?.request !== "function") return;
    const name = String(info.name).slice(0, 60);
    offer(info.uuid, name || section.dataset.name!, String(info.icon), provider);
  });
  dispatchEvent(new Event("eip6963:requestProvider"));
  setTimeout(() => {
    const { ethereum } = window as { ethereum?: Provider };
    if (known.size === 0 && typeof ethereum?.request === "function")
      offer("window", section.dataset.name!, "", ethereum);
    none.hidden = known.size > 0;
  }, NONE_AFTER_MS);
}

function buttonFor(
  section: HTMLElement,
  { name, icon, provider }: { name: string; icon: string; provider: Provider },
): HTMLElement {
  const button = document.createElement("button");
  button.type = "button";
  if (icon.startsWith("data:image/")) {
    const image = document.createElement("img");
    image.src = icon;
    image.alt = "";
    button.append(image);
  }
  button.append(name);
  button.addEventListener("click", async () => {
    const buttons = section.querySelectorAll<HTMLButtonElement>("[data-wallets] button");
    for (const each of buttons) each.disabled = true;
    say(section, "waiting");
    try {
      location.assign(await proven(section, provider));
    } catch (error) {
      say(section, saidOf(error));
      for (const each of buttons) each.disabled = false;
      button.focus();
    }
  });
  return button;
}

/** @returns where the buyer goes on */
async function proven({ dataset }: HTMLElement, provider: Provider): Promise<string> {
  const [address] = (await provider.request({ method: "eth_requestAccounts" })) as string[];
  const { message } = await send(dataset.message!, { walletAddress: String(address) });
  const signature = await provider.request({
    method: "personal_sign",
    params: [hexOf(String(message)), address],
  });
  const { next } = await send(dataset.proof!, {
    signature: String(signature),
    next: dataset.next!,
    ...(dataset.for === undefined ? {} : { for: dataset.for }),
  });
  return String(next);
}

async function send(path: string, fields: Record<string, string>): Promise<Record<string, unknown>> {
  const answer = await fetch(path, { method: "POST", body: new URLSearchParams(fields) });
  if (answer.ok) return answer.json();
  throw new Refused(answer.status === 400 ? "wrong" : "unavailable");
}

function saidOf(error: unknown): Said {
  if (error instanceof Refused) return error.said;
  return (error as { code?: unknown } | null)?.code === DECLINED ? "declined" : "failed";
}

function say(section: HTMLElement, what: Said): void {
  for (const each of section.querySelectorAll<HTMLElement>("[data-said]"))
    each.hidden = each.dataset.said !== what;
}

function hexOf(text: string): string {
  const bytes = new TextEncoder().encode(text);
  return `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
