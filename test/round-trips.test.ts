import { beforeAll, describe, expect, it } from "vitest";
import { SandboxPayments } from "../ports/simulated/sandbox-payments.ts";
import { MemorySandboxPayments } from "../rails/sandbox/test/memory-payments.ts";
import { creditDraws } from "./support/builders/draw-balance.ts";
import { DrawClient } from "./support/draws/draw-client.ts";
import { Partner } from "./support/builders/partner.ts";
import { ProofKey } from "./support/draws/proof-key.ts";
import { type Answer, TestService } from "./support/service/service.ts";
import { opened, prepared } from "./support/opened.ts";

let competitionId: number;

const service = opened(() =>
  TestService.open({
    // The simulated provider's own statements are not the service's.
    replace: (wiring) => wiring.bind(SandboxPayments, () => new MemorySandboxPayments()),
  }),
);
const partner = prepared(() => Partner.add(service));
beforeAll(async () => {
  competitionId = (await partner.lot({ maxTickets: 1_000 })).id;
});

/** Creates a session after the process's copies have expired. */
const checkout = (...of: Parameters<Partner["checkout"]>) => {
  service.clock.advance(1_200_000);
  return partner.checkout(...of);
};

/** Counts the statements of a request, also those after its answer. */
async function roundTrips(status: number, request: () => Promise<Answer>): Promise<number> {
  await service.idle();
  const before = service.database.roundTrips;
  const answer = await request();
  await service.idle();
  expect(answer.status, answer.text).toBe(status);
  return service.database.roundTrips - before;
}

async function newSession(): Promise<string> {
  return (await partner.checkout(competitionId)).json.data.id;
}

describe("round trips to the database", () => {
  it("a request with a good key: one to know the caller and spend the budget", async () => {
    expect(await roundTrips(404, () => partner.get("/competitions/none"))).toBe(1);
  });

  it("a request without a key: one to count the failure", async () => {
    expect(await roundTrips(401, () => service.call("GET", "/api/v1/competitions"))).toBe(1);
  });

  it("getting a competition: one more", async () => {
    expect(await roundTrips(200, () => partner.get(`/competitions/${competitionId}`))).toBe(1 + 1);
  });

  it("listing competitions: one more for every hundred", async () => {
    await partner.lot();
    expect(await roundTrips(200, () => partner.get("/competitions"))).toBe(1 + 1);
  });

  it("creating a session: two (read, place) before the rail and one (its instruction) after it", async () => {
    expect(await roundTrips(201, () => checkout(competitionId))).toBe(1 + 2 + 1);
  });

  it("creating another one within a second: none to read", async () => {
    await service.clock.later(600_000, () => partner.checkout(competitionId));
    expect(await roundTrips(201, () => partner.checkout(competitionId))).toBe(1 + 1 + 1);
  });

  it("an entry pass: none more, placing burns it", async () => {
    const strict = await Partner.add(service, { entryQuestionRequired: true });
    await strict.addQuestion();
    const { id } = await strict.lot();
    const { question } = (await strict.get(`/entry-question?competitionId=${id}`)).json.data;
    const answer = { questionId: question.id, answerIndex: 1 };
    const { pass } = (await strict.post("/entry-question/verify", answer)).json.data;
    expect(await roundTrips(201, () => strict.checkout(id, { skillPass: pass }))).toBe(1 + 2 + 1);
  });

  it("an affiliate: none more, neither to create nor to settle", async () => {
    await partner.addAffiliate("friend");
    const create = () => checkout(competitionId, { affiliate: "friend" });
    expect(await roundTrips(201, create)).toBe(1 + 2 + 1);
    const { id } = (await create()).json.data;
    expect(await roundTrips(200, () => partner.provider(id, { outcome: "paid" }))).toBe(1 + 1);
  });

  it("creating a free session: two, and one to settle it", async () => {
    const { id } = await partner.lot({ priceCents: 0 });
    expect(await roundTrips(201, () => partner.checkout(id))).toBe(1 + 2 + 1);
  });

  it("an Idempotency-Key: two more, to claim it and to keep the answer; a repeat: only the claim", async () => {
    const headers = { "Idempotency-Key": "round-trips" };
    const body = { competitionId, buyer: { email: "buyer@example.com" } };
    const create = () => partner.post("/checkout/sessions", body, headers);
    service.clock.advance(1_200_000);
    expect(await roundTrips(201, create)).toBe(1 + 2 + 1 + 2);
    expect(await roundTrips(201, create)).toBe(1 + 1);
  });

  it("polling a session: one more, pending or paid", async () => {
    const id = await newSession();
    const poll = () => partner.get(`/checkout/sessions/${id}`);
    expect(await roundTrips(200, poll)).toBe(1 + 1);
    await partner.provider(id, { outcome: "paid" });
    expect(await roundTrips(200, poll)).toBe(1 + 1);
  });

  it("listing sessions: one more, under any conditions, also for a competition that is not there", async () => {
    const { id: emptyId } = await partner.lot();
    const list = (query: string) => () => partner.get(`/checkout/sessions?${query}`);
    expect(await roundTrips(200, list(""))).toBe(1 + 1);
    expect(await roundTrips(200, list(`competitionId=${competitionId}&status=pending&limit=1`))).toBe(1 + 1);
    expect(await roundTrips(200, list(`competitionId=${emptyId}&createdBefore=2999-01-01T00:00:00Z`))).toBe(
      1 + 1,
    );
    expect(await roundTrips(200, list("email=nobody@example.com&createdAfter=2000-01-01T00:00:00Z"))).toBe(
      1 + 1,
    );
    expect(await roundTrips(404, list("competitionId=900000000001"))).toBe(1 + 1);
  });

  it("settling from a notification: one for the account, one to store it and settle", async () => {
    const id = await newSession();
    service.clock.advance(1_200_000);
    expect(await roundTrips(200, () => partner.provider(id, { outcome: "paid" }))).toBe(1 + 1);
    expect((await partner.session(id)).ticketsIssued).toBe(true);
  });

  it("settling another of the account within a second: none for the account", async () => {
    const [former, id] = [await newSession(), await newSession()];
    await service.clock.later(600_000, () => partner.provider(former, { outcome: "paid" }));
    expect(await roundTrips(200, () => partner.provider(id, { outcome: "paid" }))).toBe(1);
  });

  it("a notification that comes again: the account, that nothing is to settle, and that it is stored already", async () => {
    const id = await newSession();
    await partner.provider(id, { outcome: "paid" });
    service.clock.advance(1_200_000);
    expect(await roundTrips(200, () => partner.provider(id, { outcome: "paid" }))).toBe(1 + 1 + 1);
  });

  it("fair draws: committing one more, revealing and repeating two (the seed; charge and result), keys, usage, ledger one", async () => {
    await creditDraws(service, partner.organisation.id, 1_000);
    const client = await DrawClient.add(partner, { registered: false });
    expect(await roundTrips(200, () => client.register())).toBe(1 + 1);
    expect(await roundTrips(200, () => client.post("/draws/commit"))).toBe(1 + 1);
    const drawId = await client.commit();
    const reveal = () => client.reveal(drawId, { clientSeed: "s", candidates: [1, 2], pick: 1 });
    expect(await roundTrips(200, reveal)).toBe(1 + 2);
    expect(await roundTrips(200, reveal)).toBe(1 + 2);
    // The first one of an organisation makes its deposit address.
    await client.get("/draws/info");
    expect(await roundTrips(200, () => client.get("/draws/info"))).toBe(1);
    expect(await roundTrips(200, () => client.get("/draws/usage"))).toBe(1 + 1);
    expect(await roundTrips(200, () => client.get("/draws/ledger"))).toBe(1 + 1);
    expect(await roundTrips(200, () => client.rotate(new ProofKey()))).toBe(1 + 1);
  });

  it("a proof that nothing used: one more, to use it up", async () => {
    const client = await DrawClient.add(partner);
    expect(await roundTrips(400, () => client.post("/draws/commit", { unknown: 1 }))).toBe(1 + 1);
  });

  it("a forged notification: only the account, whose key shows that it is forged", async () => {
    const path = `/rails/redirect/sandbox/${partner.organisation.slug}/notifications`;
    const headers = { "sandbox-signature": "t=1,v1=00" };
    service.clock.advance(1_200_000);
    expect(await roundTrips(401, () => service.call("POST", path, { body: {}, headers }))).toBe(1);
  });
});
