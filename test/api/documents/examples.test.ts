import { createPrivateKey, createPublicKey, randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { withPartsInPlace } from "../../../adapters/http/openapi/shared-parts.ts";
import { readConfig } from "../../../app/config/config.ts";
import { seedDemo } from "../../../app/demo.ts";
import { Organisations } from "../../../ports/organisations/organisations.ts";
import { creditDraws } from "../../support/builders/draw-balance.ts";
import { ProofKey } from "../../support/draws/proof-key.ts";
import { type Json, TestService } from "../../support/service/service.ts";
import { DocumentSchemas } from "../support/document-schemas.ts";

/** Operations that a fresh demo refuses, and why. */
const REFUSED: Readonly<Record<string, string>> = {
  getCompetitionOnChain: "the demo's competition is not on chain",
  replayDelivery: "the demo has sent nothing",
  reportDeposit: "the chain has no such transfer",
};

/** The keys of the examples: the first two of the test vectors in RFC 8032, 7.1. */
const [KEY, NEXT_KEY] = [
  "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
  "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
].map((seed) => {
  const key = Buffer.from(`302e020100300506032b657004220420${seed}`, "hex");
  const privateKey = createPrivateKey({ key, format: "der", type: "pkcs8" });
  return new ProofKey({ privateKey, publicKey: createPublicKey(privateKey) });
}) as [ProofKey, ProofKey];

let folder: string;
let service: TestService;
let apiKey: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "demo-"));
  service = await TestService.open();
  ({ apiKey } = await seedDemo(service.wiring, readConfig({ DATA_DIR: folder })));
  const organisation = await service.wiring.get(Organisations).bySlug("demo");
  await creditDraws(service, organisation!.id, 1_000);
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

interface Example {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly operation: Json;
}

/** The requests of the examples, in an order in which each finds what it needs: what ends a thing comes last. */
function requestsOf(document: Json): Example[] {
  const all = Object.entries<Json>(document.paths).flatMap(([path, methods]) =>
    Object.entries<Json>(methods).map(([method, operation]) => ({
      operationId: operation.operationId as string,
      method: method.toUpperCase(),
      path,
      operation,
    })),
  );
  return all.toSorted((a, b) => Number(isLast(a)) - Number(isLast(b)));
}

const isLast = ({ operationId }: Example) =>
  ["cancelCompetition", "deleteWebhookEndpoint"].includes(operationId);

it("every example of the partner API, sent to a demo, is answered as shown", async () => {
  // Its schemas say exactly where null may be; its examples are those of the document in 3.0.3.
  const document: Json = withPartsInPlace((await service.call("GET", "/api/v1/openapi-3.1.json")).json);
  const schemas = new DocumentSchemas(document);
  /** Ids of the service in place of those of the examples. */
  const chosen: Record<string, string> = {};
  for (const { operationId, method, path, operation } of requestsOf(document)) {
    if (operationId === "confirmCheckoutSession") {
      // Only a session of the rail with hosted fields can be confirmed: that of another competition.
      const body = { competitionId: 2, buyer: { email: "buyer@example.com" } };
      const { json } = await service.call("POST", "/api/v1/checkout/sessions", { key: apiKey, body });
      chosen.id = json.data.id;
    }
    const target = `/api/v1${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      const { example } = operation.parameters.find((one: Json) => one.name === name);
      return typeof example === "string" ? chosen[name]! : String(example);
    })}`;
    const body = here(operation.requestBody?.content["application/json"].example);
    const answer = await service.call(method, target, {
      key: apiKey,
      body,
      headers: proofsFor(operation, { method, path: target, body }),
    });
    if (operationId in REFUSED) {
      expect(operation.responses, operationId).toHaveProperty(String(answer.status));
      expect(answer.status, operationId).toBeGreaterThanOrEqual(400);
      continue;
    }
    const [status, { content }] = Object.entries<Json>(operation.responses)[0]!;
    expect(String(answer.status), `${operationId}: ${answer.text}`).toBe(status);
    const { schema, example } = content["application/json"];
    // A fresh demo has drawn nothing: lists of that are empty.
    const isShort = answer.json.data?.length === 0;
    if (!isShort) expect(membersOf(answer.json), operationId).toEqual(membersOf(example));
    expect(schemas.faultOf(schema, answer.json), operationId).toBeNull();
    if (operationId === "createCheckoutSession") chosen.id = answer.json.data.id;
    if (operationId === "commitDraw") chosen.drawId = answer.json.drawId;
  }
  const names = requestsOf(document).map(({ operationId }) => operationId);
  expect(names).toEqual(expect.arrayContaining(Object.keys(REFUSED)));
});

/** Returns a body with the service's address in place of the examples'. */
function here(body: Json): Json {
  return body && JSON.parse(JSON.stringify(body).replaceAll("https://raffle.example", service.baseUrl));
}

function proofsFor(
  operation: Json,
  { method, path, body }: { readonly method: string; readonly path: string; readonly body: unknown },
): Record<string, string> {
  const text = body === undefined ? "" : JSON.stringify(body);
  const proof = { method, path, apiKey, body: text, now: service.clock.now(), jti: randomUUID() };
  const names = new Set(operation.parameters.map(({ name }: Json) => name));
  return {
    ...(names.has("Service-Proof") && { "Service-Proof": KEY.proof(proof) }),
    ...(names.has("Service-Proof-New-Key") && { "Service-Proof-New-Key": NEXT_KEY.proof(proof) }),
  };
}

/** The names of an answer's members. */
function membersOf({ data, ...others }: Json): string[] {
  // Metadata is absent where a partner set none.
  return Object.keys((Array.isArray(data) ? data[0] : data) ?? others)
    .filter((name) => name !== "metadata")
    .toSorted();
}
