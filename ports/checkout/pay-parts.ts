/** Scripts of this service that take a payment within a page, by their names: each is a rail's `pay.browser.ts`. */
export const PAY_PARTS = ["adyen", "sandbox", "stripe", "worldpay"] as const;

/**
 * The sources that a page must allow for a part, in addition to this service's own files: origins such as
 * `https://*.example.com`, `https:` if a bank may be anywhere, and `data:` for images.
 */
export interface PageSources {
  readonly script: readonly string[];
  readonly frame: readonly string[];
  readonly connect: readonly string[];
  readonly img: readonly string[];
  readonly form: readonly string[];
}

export type PayPart = (typeof PAY_PARTS)[number];
