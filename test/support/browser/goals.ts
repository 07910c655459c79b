/** Greatest download of browsers, in bytes compressed by gzip. */
export const SIZE_GOALS: Readonly<Record<string, number>> = {
  "widget.js": 3_000,
  "embed.js": 8_000,
  "embed.esm.js": 8_000,
  "framed.js": 10_000,
  "checkout.js": 60_000,
  "onchain.js": 8_000,
  "order.js": 10_000,
  "challenged.js": 500,
  "results.js": 15_000,
  "page.css": 10_000,
  "docs.css": 3_000,
  "landing.css": 1_500,
  "demo.js": 2_000,
  "stripe.js": 5_000,
  "worldpay.js": 5_000,
  "sandbox.js": 3_000,
  "adyen.js": 220_000,
  "adyen.css": 25_000,
};

/** The same of the console: before its first page, and all that its pages load. */
export const CONSOLE_GOALS = { script: 250_000, style: 45_000, all: 450_000 } as const;

/** A framed card without its picture and the payment provider: page, style, theme and script. */
export const CARD_GOAL = 25_000;
