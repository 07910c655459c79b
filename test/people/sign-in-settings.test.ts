import { expect, it } from "vitest";
import { ENCRYPTION_KEY } from "../support/service/service.ts";
import { readConfig } from "../../app/config/config.ts";

const BASE = {
  DATABASE_URL: "postgres://user@127.0.0.1:1/name",
  ADMIN_TOKEN: "a-token-of-the-operator",
  ENCRYPTION_KEY,
};
const OIDC = {
  OIDC_ISSUER: "https://login.example/acme",
  OIDC_CLIENT_ID: "raffle",
  OIDC_CLIENT_SECRET: "s-1",
};
const PRODUCTION = {
  ...BASE,
  NODE_ENV: "production",
  BASE_URL: "https://raffle.example",
  CHAIN_RPC_URL: "https://node.example",
  CHAIN_ID: "1",
};

it("an identity provider has an address, a name, and what the service is called there", () => {
  expect(readConfig({ ...PRODUCTION, ...OIDC }).signIn).toEqual({
    operatorNetworks: null,
    provider: {
      issuer: "https://login.example/acme",
      clientId: "raffle",
      clientSecret: "s-1",
      name: "login.example",
      isOnlyWay: false,
    },
  });
  const named = readConfig({ ...BASE, ...OIDC, OIDC_NAME: " Acme ", OIDC_ONLY: "true" }).signIn.provider;
  expect(named).toMatchObject({ name: "Acme", isOnlyWay: true });
  expect(readConfig(BASE).signIn.provider).toBe(null);
});

it.each([
  [{ OIDC_ISSUER: OIDC.OIDC_ISSUER }, "OIDC_CLIENT_ID: required with OIDC_ISSUER"],
  [{ ...OIDC, OIDC_CLIENT_SECRET: "" }, "OIDC_CLIENT_SECRET: required with OIDC_ISSUER"],
  [{ OIDC_CLIENT_ID: "raffle" }, "OIDC_CLIENT_ID: has no effect without OIDC_ISSUER"],
  [{ OIDC_NAME: "Acme" }, "OIDC_NAME: has no effect without OIDC_ISSUER"],
  [{ OIDC_ONLY: "true" }, "OIDC_ONLY: has no effect without OIDC_ISSUER"],
  [{ ...OIDC, ...PRODUCTION, OIDC_ISSUER: "http://127.0.0.1:1" }, "OIDC_ISSUER: must be https in production"],
  [{ ...OIDC, OIDC_CLIENT_SECRET: BASE.ADMIN_TOKEN }, "ADMIN_TOKEN: must differ from OIDC_CLIENT_SECRET"],
])("of %o a start says what is missing, or has no effect", (given, sentence) => {
  expect(() => readConfig({ ...BASE, ...given })).toThrow(sentence);
});

it("networks of operators are those of keys: an address is a network, too", () => {
  const { signIn } = readConfig({ ...BASE, OPERATOR_NETWORKS: "192.0.2.7, 2001:db8::1/32" });
  expect(signIn.operatorNetworks).toEqual(["192.0.2.7/32", "2001:db8::/32"]);
});
