import type { AccountFields, RailCredentials } from "../../ports/rail.ts";

const ENVIRONMENTS = ["sandbox", "live"] as const;
export type Environment = (typeof ENVIRONMENTS)[number];

const KEY = /^[A-Za-z0-9_-]{16,200}$/;
const WHERE = "At developer.paypal.com under Apps & Credentials, in the REST app of this environment.";

export const PAYPAL_ACCOUNT_FIELDS: AccountFields = {
  credentials: {
    clientId: { help: `Client ID. ${WHERE}`, required: true, pattern: KEY },
    clientSecret: { help: `Secret. ${WHERE}`, required: true, pattern: KEY },
  },
  settings: {
    environment: {
      help: "`sandbox` or `live`, as the app is. Objects of the other environment cannot be queried, and are ignored.",
      required: true,
      pattern: /^(sandbox|live)$/,
    },
    brandName: {
      help: "What PayPal's page calls the seller, 127 characters at most. Default: the business name of the PayPal account.",
      required: false,
      pattern: /^[^\p{Cc}]{1,127}$/u,
    },
  },
};

export interface PaypalAccount {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly environment: Environment;
  /** null: as set in the PayPal account. */
  readonly brandName: string | null;
}

/** null: the account lacks a key or its environment. */
export function paypalAccount({ credentials, settings }: RailCredentials): PaypalAccount | null {
  const { clientId, clientSecret } = credentials;
  const environment = ENVIRONMENTS.find((one) => one === settings.environment);
  if (!clientId || !clientSecret || environment === undefined) return null;
  const { brandName } = settings;
  return {
    clientId,
    clientSecret,
    environment,
    brandName: typeof brandName === "string" && brandName !== "" ? brandName : null,
  };
}
