import type { OrderStatus } from "../../src/checkout/order.ts";

/** How a buyer's payment stands, for those whose partner gave no address to go back to, and while it is undecided. */
export interface Result {
  readonly status: OrderStatus;
  readonly error: string | null;
  readonly lotTitle: string;
  readonly quantity: number;
}

const REFRESH_SEC = 2;

const SENTENCES: Record<OrderStatus, { readonly title: string; readonly text: string }> = {
  paid: { title: "You are in", text: "Your payment has arrived and your tickets are issued." },
  failed: { title: "No payment was made", text: "Your tickets were not issued. You can close this page." },
  pending: { title: "One moment", text: "Your payment is being confirmed. This page looks again by itself." },
};

export function resultPage({ status, error, lotTitle, quantity }: Result): string {
  const { title, text } = SENTENCES[status];
  const refresh = status === "pending" ? `<meta http-equiv="refresh" content="${REFRESH_SEC}">` : "";
  const reason = error === null ? "" : `<p class="quiet">Reason: ${escaped(error.replaceAll("_", " "))}</p>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${refresh}
<title>${escaped(title)}</title>
<style>
  :root { color-scheme: light dark; }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; font: 16px/1.5 system-ui, sans-serif; }
  main { max-width: 26rem; padding: 2rem; text-align: center; }
  h1 { font-size: 1.6rem; margin: 0 0 .5rem; }
  .quiet { opacity: .7; }
</style>
</head>
<body>
<main role="status">
<h1>${escaped(title)}</h1>
<p>${escaped(text)}</p>
<p class="quiet">${quantity} × ${escaped(lotTitle)}</p>
${reason}
</main>
</body>
</html>
`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
