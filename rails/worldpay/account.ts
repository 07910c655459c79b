import { z } from "zod";
import type { AccountFields, RailCredentials } from "../../ports/rail.ts";

/** `id:secret`, or several of them apart by blanks while one replaces another. */
const EVENT_KEYS = /^[^\s:,/]+:\S+(\s+[^\s:,/]+:\S+)*$/;
const ENVIRONMENTS = ["test", "live"] as const;
export type Environment = (typeof ENVIRONMENTS)[number];

export const ACCOUNT_FIELDS: AccountFields = {
  credentials: {
    username: {
      help: "The user name of Basic authentication: Worldpay Dashboard, Developer Tools, Credentials.",
      required: true,
      pattern: /^[\x21-\x39\x3b-\x7e]{1,200}$/,
    },
    password: {
      help: "The password that the Dashboard shows next to the user name, once.",
      required: true,
      pattern: /^[\x21-\x7e]{1,200}$/,
    },
    eventKeys: {
      help: "Keys of Event-Signature as `id:secret`, several apart by a blank during a rotation. Your Implementation Manager gives them with the webhook; without them notifications are refused.",
      required: false,
      pattern: EVENT_KEYS,
    },
  },
  settings: {
    environment: {
      help: "`test` for try.access.worldpay.com, `live` for access.worldpay.com: where the credentials were made.",
      required: true,
      pattern: /^(test|live)$/,
    },
    entity: {
      help: "The merchant entity that is charged: Worldpay Dashboard, Account, Entities; often `default`.",
      required: true,
      pattern: /^[A-Za-z0-9][A-Za-z0-9 ]{0,31}$/,
    },
    checkoutId: {
      help: "The checkout id of the hosted fields: Worldpay Dashboard, Developer Tools, Checkout. Public.",
      required: true,
      pattern: /^[A-Za-z0-9-]{8,64}$/,
    },
    narrative: {
      help: "What buyers read on their statement: at most 24 letters, digits, blanks, commas, stops, slashes and hyphens.",
      required: true,
      pattern: /^[a-zA-Z0-9 ,./-]{1,24}$/,
    },
  },
};

export interface WorldpayAccount {
  readonly authorization: string;
  /** Secrets of Event-Signature by their id. */
  readonly eventKeys: ReadonlyMap<string, string>;
  readonly environment: Environment;
  readonly entity: string;
  readonly checkoutId: string;
  readonly narrative: string;
}

const credentialsSchema = z.object({
  username: z.string().min(1),
  password: z.string().min(1),
  eventKeys: z.string().regex(EVENT_KEYS).optional(),
});
const settingsSchema = z.object({
  environment: z.enum(ENVIRONMENTS),
  entity: z.string().min(1).max(32),
  checkoutId: z.string().min(1),
  narrative: z.string().min(1).max(24),
});

/** null: it lacks what every call needs. */
export function worldpayAccount(account: RailCredentials): WorldpayAccount | null {
  const credentials = credentialsSchema.safeParse(account.credentials);
  const settings = settingsSchema.safeParse(account.settings);
  if (!credentials.success || !settings.success) return null;
  const { username, password, eventKeys } = credentials.data;
  return {
    ...settings.data,
    authorization: `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`,
    eventKeys: new Map(
      (eventKeys?.split(/\s+/) ?? []).map((pair): [string, string] => {
        const colon = pair.indexOf(":");
        return [pair.slice(0, colon), pair.slice(colon + 1)];
      }),
    ),
  };
}
