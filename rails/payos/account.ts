import type { AccountFields, RailCredentials } from "../../ports/rail.ts";

const PRINTABLE = /^[\x21-\x7e]{8,200}$/;
const WHERE = "at my.payos.vn under the payment channel (Kênh thanh toán)";

export const PAYOS_ACCOUNT_FIELDS: AccountFields = {
  credentials: {
    clientId: { help: `Client ID, shown ${WHERE}.`, required: true, pattern: PRINTABLE },
    apiKey: { help: `API key, shown ${WHERE}.`, required: true, pattern: PRINTABLE },
    checksumKey: {
      help: `Checksum key, shown ${WHERE}. Requests, answers and notifications are signed with it.`,
      required: true,
      pattern: PRINTABLE,
    },
  },
  settings: {},
};

export interface PayosAccount {
  readonly clientId: string;
  readonly apiKey: string;
  readonly checksumKey: string;
}

/** null: a key is missing; the library would then look for it in the environment. */
export function payosAccount({ credentials }: RailCredentials): PayosAccount | null {
  const { clientId, apiKey, checksumKey } = credentials;
  return clientId && apiKey && checksumKey ? { clientId, apiKey, checksumKey } : null;
}
