import escapeHtml from "escape-html";
import { toString as drawQrCode } from "qrcode";

/** A code that is waiting to be scanned. */
interface QrView {
  /** The content of the code. */
  readonly code: string;
  /** The amount charged, as `1,250.00 SGD`. */
  readonly amount: string;
  readonly lotTitle: string;
  readonly quantity: number;
  /** The page with the payment's result. */
  readonly returnPath: string;
}

const REFRESH_SEC = 3;

/** The page with a payment's QR code. It loads itself again, and leads on once the payment is decided. */
export async function qrPage({ code, amount, lotTitle, quantity, returnPath }: QrView): Promise<string> {
  const svg = await drawQrCode(code, { type: "svg", margin: 2, errorCorrectionLevel: "M" });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta http-equiv="refresh" content="${REFRESH_SEC}">
<title>Scan to pay</title>
<style>
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; }
  main { box-sizing: border-box; max-width: 26rem; padding: 2rem; text-align: center; text-wrap: balance; }
  h1 { margin: 0 0 .5rem; font-size: 1.6rem; line-height: 1.25; }
  p { margin: 0 0 1rem; overflow-wrap: anywhere; }
  .amount { font-size: 2rem; font-weight: 600; font-variant-numeric: tabular-nums; }
  .code svg { display: block; width: 100%; max-width: 16rem; margin: 1rem auto; border-radius: .5rem; }
  .quiet { opacity: .75; }
</style>
</head>
<body>
<main>
<h1>Scan to pay</h1>
<p class="amount">${escapeHtml(amount)}</p>
<div class="code" role="img" aria-label="QR code of this payment">${svg}</div>
<p>Scan the code with your bank's app. This page continues automatically once we receive your payment.</p>
<p class="quiet">${quantity} × ${escapeHtml(lotTitle)}</p>
<p><a href="${escapeHtml(returnPath)}">I have paid</a></p>
</main>
</body>
</html>
`;
}
