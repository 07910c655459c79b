import type { AccountFields, RailCredentials } from "../../ports/rail.ts";

const API_KEY = /^(test|live)_\w+$/;

export const ACCOUNT_FIELDS: AccountFields = {
  credentials: {
    apiKey: { help: "API key, at example.com under Keys.", required: true, pattern: API_KEY },
    webhookKey: { help: "Signing key, at example.com under Webhooks.", required: true },
  },
  settings: {},
};

/** Returns whether the account is of the test environment; nothing of the other one is believed. */
export function isTest({ credentials }: RailCredentials): boolean {
  return credentials.apiKey?.startsWith("test_") ?? false;
}
