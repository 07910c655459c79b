import { findWallets, type Wallet } from "../wallets.ts";

type Said = "waiting" | "declined" | "failed" | "chain" | "sent";

/** The buyer said no, as EIP-1193 has it. */
const DECLINED = 4001;

class OtherChain extends Error {}

/** Lets the buyer's wallet make the transfer that an order waits for. @param sent it is on its way */
export function offerWallets(sent: () => void): void {
  const section = document.querySelector<HTMLElement>("[data-token-wallet]");
  const list = section?.querySelector("[data-wallets]");
  if (!section || !list) return;
  findWallets(
    { old: section.dataset.name! },
    (wallet) => {
      section.hidden = false;
      list.append(buttonFor(section, wallet, sent));
    },
    () => undefined,
  );
}

function buttonFor(section: HTMLElement, { name, icon, provider }: Wallet, sent: () => void): HTMLElement {
  const button = document.createElement("button");
  button.type = "button";
  if (icon !== "") {
    const image = document.createElement("img");
    image.src = icon;
    image.alt = "";
    button.append(image);
  }
  button.append(name);
  button.addEventListener("click", async () => {
    // A second transaction would pay twice: the button stays off until the wallet has answered, and after it has
    // sent.
    const buttons = section.querySelectorAll<HTMLButtonElement>("[data-wallets] button");
    for (const each of buttons) each.disabled = true;
    say(section, "waiting");
    try {
      await pay(section.dataset, provider);
      say(section, "sent");
      sent();
    } catch (error) {
      say(section, saidOf(error));
      for (const each of buttons) each.disabled = false;
      button.focus();
    }
  });
  return button;
}

async function pay(
  { chain, contract, transaction }: DOMStringMap,
  provider: Wallet["provider"],
): Promise<void> {
  const [from] = (await provider.request({ method: "eth_requestAccounts" })) as string[];
  const chainId = `0x${Number(chain).toString(16)}`;
  const current = async () => Number(await provider.request({ method: "eth_chainId" }));
  if ((await current()) !== Number(chain)) {
    try {
      await provider.request({ method: "wallet_switchEthereumChain", params: [{ chainId }] });
    } catch (error) {
      if (isDeclined(error)) throw error;
    }
    if ((await current()) !== Number(chain)) throw new OtherChain();
  }
  // A wallet that has been switched meanwhile refuses what names another chain.
  const params = [{ from, to: contract, data: transaction, value: "0x0", chainId }];
  await provider.request({ method: "eth_sendTransaction", params });
}

function saidOf(error: unknown): Said {
  if (error instanceof OtherChain) return "chain";
  return isDeclined(error) ? "declined" : "failed";
}

function isDeclined(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === DECLINED;
}

function say(section: HTMLElement, what: Said): void {
  for (const each of section.querySelectorAll<HTMLElement>("[data-said-wallet]"))
    each.hidden = each.dataset.saidWallet !== what;
}
