import { expect, it } from "vitest";
import { SILENT } from "../../test/support/builders/organisations.ts";
import { OidcProvider } from "./oidc-provider.ts";

it("asks no identity provider inside a unit of work", async () => {
  const settings = {
    issuer: "http://127.0.0.1:9",
    clientId: "service",
    clientSecret: "secret",
    name: "Provider",
    isOnlyWay: false,
    returnUrl: "https://console.example/admin/sign-in/back",
  };
  const provider = new OidcProvider(settings, { log: SILENT, unitOfWork: { open: true } });
  const way = { state: "s".repeat(43), nonce: "n".repeat(43), verifier: "v".repeat(43) };
  const refused = "no identity provider is called inside a unit of work";
  await expect(provider.addressFor(way, false)).rejects.toThrow(refused);
  await expect(provider.identityIn(`?code=a&state=${way.state}`, way)).rejects.toThrow(refused);
});
