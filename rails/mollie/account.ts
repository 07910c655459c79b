import type { AccountFields, RailCredentials } from "../../ports/rail.ts";

const API_KEY = /^(test|live)_[A-Za-z0-9]{30,100}$/;
const WEBHOOK_SECRET = /^[\x21-\x7e]{16,200}$/;
const METHODS = /^[a-z]{2,30}(,[a-z]{2,30}){0,19}$/;
const WHERE = "In the Mollie Dashboard: Developers, ";

export const MOLLIE_ACCOUNT_FIELDS: AccountFields = {
  credentials: {
    apiKey: {
      help: `API key (live_… or test_…) of the profile. ${WHERE}API keys.`,
      required: true,
      pattern: API_KEY,
    },
    webhookSecret: {
      help: `Signing secret of the next-gen webhook that leads to this organisation. ${WHERE}Webhooks. Without it only classic webhooks are believed to name a payment.`,
      required: false,
      pattern: WEBHOOK_SECRET,
    },
  },
  settings: {
    methods: {
      help: "Payment methods that buyers may choose, as Mollie names them, e.g. `ideal,creditcard`. Default: all that the profile has.",
      required: false,
      pattern: METHODS,
    },
  },
};

export interface MollieAccount {
  readonly apiKey: string;
  readonly mode: "test" | "live";
  /** null: no next-gen webhook. */
  readonly webhookSecret: string | null;
  /** Empty: all methods of the profile. */
  readonly methods: readonly string[];
}

/** null: the account lacks its key. */
export function mollieAccount({ credentials, settings }: RailCredentials): MollieAccount | null {
  const { apiKey, webhookSecret } = credentials;
  if (!apiKey) return null;
  const { methods } = settings;
  return {
    apiKey,
    mode: apiKey.startsWith("live_") ? "live" : "test",
    webhookSecret: webhookSecret || null,
    methods: typeof methods === "string" && methods !== "" ? methods.split(",") : [],
  };
}
