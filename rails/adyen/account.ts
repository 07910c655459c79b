import { z } from "zod";
import type { AccountField, AccountFields, RailCredentials, RailKind } from "../../ports/rail.ts";

const ENVIRONMENTS = ["test", "live", "live-us", "live-au", "live-apse", "live-in", "live-nea"] as const;
const HMAC_KEY = /^[0-9A-Fa-f]{64}$/;
/** `SGD=paynow,THB=promptpay` */
const QR_CHOICE = /^[A-Z]{3}=[A-Za-z0-9_]{1,40}(,[A-Z]{3}=[A-Za-z0-9_]{1,40})*$/;

const shape = z.object({
  apiKey: z.string().min(1),
  hmacKey: z.string().regex(HMAC_KEY),
  previousHmacKey: z.string().regex(HMAC_KEY).optional(),
  basicUser: z.string().min(1).optional(),
  basicPassword: z.string().min(1).optional(),
  merchantAccount: z.string().min(1),
  environment: z.enum(ENVIRONMENTS),
  countryCode: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .optional(),
  clientKey: z.string().min(1).optional(),
  liveEndpointUrlPrefix: z
    .string()
    .regex(/^[A-Za-z0-9-]+$/)
    .optional(),
  qrMethods: z.string().regex(QR_CHOICE).optional(),
});

/** A merchant account at Adyen, as our account describes it. */
export interface AdyenAccount extends z.infer<typeof shape> {
  readonly live: boolean;
}

/** @returns the name of the missing or wrong field, where the account cannot be used */
export function readAccount({ credentials, settings }: RailCredentials): AdyenAccount | string {
  const fields = shape.safeParse({ ...settings, ...credentials });
  if (!fields.success) return String(fields.error.issues[0]?.path[0] ?? "account");
  const { environment, liveEndpointUrlPrefix, basicUser, basicPassword } = fields.data;
  const live = environment !== "test";
  if (live && liveEndpointUrlPrefix === undefined) return "liveEndpointUrlPrefix";
  if ((basicUser === undefined) !== (basicPassword === undefined)) return "basicPassword";
  return { ...fields.data, live };
}

/** Name and password of the webhook are given together; one key of the old pair may stay while it is replaced. */
const CREDENTIALS = {
  apiKey: {
    help: "The API key of an API credential with the role Checkout webservice role: Customer Area, Developers, API credentials.",
    required: true,
  },
  hmacKey: {
    help: "The HMAC key of the webhook, 64 hexadecimal digits: Customer Area, Developers, Webhooks, the webhook, Security, Generate.",
    required: true,
    pattern: HMAC_KEY,
  },
  previousHmacKey: {
    help: "The HMAC key that was generated before, while Adyen may still sign with it.",
    required: false,
    pattern: HMAC_KEY,
  },
  basicUser: {
    help: "The user name that the webhook sends: Customer Area, Developers, Webhooks, the webhook, Security, Basic authentication.",
    required: false,
    pattern: /^[^:]+$/,
  },
  basicPassword: { help: "The password that the webhook sends, with its user name.", required: false },
} satisfies Record<string, AccountField>;

const SETTINGS = {
  merchantAccount: {
    help: "The name of the merchant account, shown at the top left of the Customer Area.",
    required: true,
    pattern: /^[^:]{1,80}$/,
  },
  environment: {
    help: "test, or where the live account is: live (Europe), live-us, live-au, live-apse, live-in, live-nea.",
    required: true,
    pattern: new RegExp(`^(${ENVIRONMENTS.join("|")})$`),
  },
  liveEndpointUrlPrefix: {
    help: "Needed for live: the prefix of the live endpoints, Customer Area, Developers, API URLs.",
    required: false,
    pattern: /^[A-Za-z0-9-]+$/,
  },
  countryCode: {
    help: "The country of the buyers, two capital letters; Adyen offers the payment methods of that country.",
    required: false,
    pattern: /^[A-Z]{2}$/,
  },
} satisfies Record<string, AccountField>;

const OF_KIND: Readonly<Record<string, Readonly<Record<string, AccountField>>>> = {
  flow: {
    clientKey: {
      help: "The public client key of the same API credential (test_… or live_…); the partner's page must be among its allowed origins.",
      required: true,
      pattern: /^(test|live)_[A-Za-z0-9]+$/,
    },
    countryCode: { ...SETTINGS.countryCode, required: true },
  },
  qr: {
    qrMethods: {
      help: "Payment methods for currencies where the usual one is not wanted, as SGD=paynow,THB=promptpay.",
      required: false,
      pattern: QR_CHOICE,
    },
  },
};

export function accountFields(kind: RailKind): AccountFields {
  return { credentials: CREDENTIALS, settings: { ...SETTINGS, ...OF_KIND[kind] } };
}
