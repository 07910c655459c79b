import type { AccountFields, RailCredentials } from "../../ports/rail.ts";
import { invariant } from "../../src/shared/invariant.ts";

const SECRET_KEY = /^(sk|rk)_(test|live)_[A-Za-z0-9_]{10,250}$/;
const PUBLISHABLE_KEY = /^pk_(test|live)_[A-Za-z0-9_]{10,250}$/;
const WEBHOOK_SECRET = /^whsec_[A-Za-z0-9+/=_-]{10,250}$/;

export const ACCOUNT_FIELDS: AccountFields = {
  credentials: {
    secretKey: {
      help:
        "The secret key (sk_…), or a restricted key (rk_…) that may write Checkout Sessions and Refunds and read " +
        "PaymentIntents and Events. In the Stripe Dashboard: Developers, API keys.",
      required: true,
      pattern: SECRET_KEY,
    },
    webhookSecret: {
      help:
        "The signing secret (whsec_…) of the webhook endpoint that leads to this organisation. In the Stripe " +
        "Dashboard: Developers, Webhooks, the endpoint, Signing secret.",
      required: true,
      pattern: WEBHOOK_SECRET,
    },
    previousWebhookSecret: {
      help: "The signing secret that was used before, while Stripe still signs with it after a roll.",
      required: false,
      pattern: WEBHOOK_SECRET,
    },
  },
  settings: {
    publishableKey: {
      help:
        "The publishable key (pk_…) of the same account and mode, which the buyer's browser gets. In the Stripe " +
        "Dashboard: Developers, API keys.",
      required: true,
      pattern: PUBLISHABLE_KEY,
    },
  },
};

interface StripeAccount {
  readonly secretKey: string;
  readonly publishableKey: string;
  /** Any of them may have signed. */
  readonly webhookSecrets: readonly string[];
  /** Real money. What Stripe says of the other mode is not this account's. */
  readonly livemode: boolean;
}

/** Registration has checked the fields: an account without them is a bug. */
export function stripeAccount({ credentials, settings }: RailCredentials): StripeAccount {
  const { secretKey, webhookSecret, previousWebhookSecret } = credentials;
  const { publishableKey } = settings;
  invariant(secretKey && webhookSecret, "a Stripe account has a secret key and a webhook secret");
  invariant(typeof publishableKey === "string", "a Stripe account has a publishable key");
  const webhookSecrets = previousWebhookSecret ? [webhookSecret, previousWebhookSecret] : [webhookSecret];
  return { secretKey, publishableKey, webhookSecrets, livemode: isLive(secretKey) };
}

export function isLive(key: string): boolean {
  return key.split("_")[1] === "live";
}
