import escapeHtml from "escape-html";
import type { OrderStatus } from "../../../src/checkout/order.ts";

/** How a buyer's payment stands, for those whose partner gave no address to go back to, and while it is undecided. */
interface Result {
  readonly status: OrderStatus;
  readonly error: string | null;
  readonly lotTitle: string;
  readonly quantity: number;
}

const REFRESH_SEC = 2;

interface Words {
  readonly mark: string;
  readonly title: string;
  readonly text: string;
}

const WORDS: Record<OrderStatus, Words> = {
  paid: { mark: "✓", title: "You are in", text: "We have received your payment and issued your tickets." },
  failed: {
    mark: "✕",
    title: "No tickets were issued",
    text: "You have not been charged. If any money was taken, it will be refunded. You can close this page.",
  },
  pending: {
    mark: "…",
    title: "One moment…",
    text: "Your payment is being confirmed. This page updates automatically.",
  },
};

export function resultPage({ status, error, lotTitle, quantity }: Result): string {
  const { mark, title, text } = WORDS[status];
  const refresh = status === "pending" ? `<meta http-equiv="refresh" content="${REFRESH_SEC}">` : "";
  const reason =
    error === null ? "" : `<p class="quiet">Reason: ${escapeHtml(error.replaceAll("_", " "))}</p>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${refresh}
<title>${escapeHtml(title)}</title>
<style>
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; --mark: #6b7280; }
  .paid { --mark: #15803d; }
  .failed { --mark: #b42318; }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; }
  main { box-sizing: border-box; max-width: 26rem; padding: 2rem; text-align: center; text-wrap: balance; }
  .mark { display: grid; place-items: center; width: 3.5rem; height: 3.5rem; margin: 0 auto 1rem; border-radius: 50%; background: var(--mark); color: #fff; font-size: 1.75rem; }
  h1 { margin: 0 0 .5rem; font-size: 1.6rem; line-height: 1.25; }
  p { margin: 0 0 1rem; overflow-wrap: anywhere; }
  .quiet { opacity: .75; }
</style>
</head>
<body>
<main role="status" class="${status}">
<div class="mark" aria-hidden="true">${mark}</div>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(text)}</p>
<p class="quiet">${quantity} × ${escapeHtml(lotTitle)}</p>
${reason}
</main>
</body>
</html>
`;
}
