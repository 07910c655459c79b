import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { json } from "node:stream/consumers";
import { expect, it } from "vitest";
import { DrawClient } from "../support/draws/draw-client.ts";
import { Partner } from "../support/builders/partner.ts";
import { ProofKey } from "../support/draws/proof-key.ts";
import { sharedService } from "../support/service/service.ts";
import { prepared } from "../support/opened.ts";

const JSON_TYPE = { "Content-Type": "application/json" };

const service = prepared(sharedService);
const partner = prepared(() => Partner.add(service));
const client = prepared(() => DrawClient.add(partner));

/** Announces a body, sends none of it, and waits for the answer. */
async function refused(path: string, headers: Record<string, string>): Promise<[number, string]> {
  const sent = request(`${service.baseUrl}${path}`, {
    method: "POST",
    headers: { "Content-Length": "8000000", ...headers },
  });
  sent.flushHeaders();
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  const { error } = (await json(response)) as { error: string };
  sent.on("error", () => {}).destroy();
  return [response.statusCode!, error];
}

it("a large body is read only after key, scope, budget, proof and headers pass", async () => {
  const path = `/api/v1/draws/${await client.commit()}/reveal`;
  const key = (apiKey: string) => ({ Authorization: `Bearer ${apiKey}`, ...JSON_TYPE });
  const proof = (of: DrawClient, options?: { proofKey: ProofKey }) => ({
    ...key(of.apiKey),
    "Service-Proof": of.proof("POST", path, "a body", options),
  });
  const reader = await DrawClient.add(partner, {
    registered: false,
    apiKey: (await partner.addKey(["winners:read"])).key,
  });
  const unregistered = await DrawClient.add(partner, { registered: false });
  const { key: poor } = await partner.addKey(["draws:create"], { rateLimit: 1, rateWindowSec: 60 });
  expect((await service.call("GET", "/api/v1/draws/ledger", { key: poor })).status).toBe(200);

  expect(await refused(path, JSON_TYPE)).toEqual([401, "missing_api_key"]);
  expect(await refused(path, key(`${client.apiKey}x`))).toEqual([401, "invalid_api_key"]);
  expect(await refused(path, proof(reader))).toEqual([403, "insufficient_scope"]);
  expect(await refused(path, key(poor))).toEqual([429, "rate_limited"]);
  expect(await refused(path, proof(unregistered))).toEqual([403, "draw_key_not_registered"]);
  expect(await refused(path, key(client.apiKey))).toEqual([401, "proof_required"]);
  expect(await refused(path, proof(client, { proofKey: new ProofKey() }))).toEqual([401, "invalid_proof"]);
  expect(await refused(path.replace("reveal", "unveil"), proof(client))).toEqual([404, "not_found"]);
  expect(await refused(path, { ...proof(client), "Content-Type": "text/plain" })).toEqual([
    415,
    "unsupported_media_type",
  ]);
  expect(await refused(path, { ...proof(client), "Content-Length": "8000001" })).toEqual([
    413,
    "payload_too_large",
  ]);
});

it("what was not read has used no proof up", async () => {
  const body = '{"clientSeed":"s","candidates":[1],"pick":1}';
  const path = `/draws/${await client.commit()}/reveal`;
  const jti = crypto.randomUUID();
  const headers = {
    Authorization: `Bearer ${client.apiKey}`,
    "Service-Proof": client.proof("POST", `/api/v1${path}`, body, { jti }),
    "Content-Type": "text/plain",
  };
  expect(await refused(`/api/v1${path}`, headers)).toEqual([415, "unsupported_media_type"]);
  expect((await client.post(path, body, { jti })).json.error).toBe("insufficient_balance");
});
