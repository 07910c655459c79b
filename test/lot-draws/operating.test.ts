import { describe, expect, it } from "vitest";
import { SCOPES } from "../../src/organisations/api-key.ts";
import type { Answer, Json } from "../support/service/service.ts";
import { Partner } from "../support/builders/partner.ts";
import { refusalOf } from "../api/support/reading.ts";
import { DrawRig, FAR_BLOCKS } from "./draw-rig.ts";
import { opened, prepared } from "../support/opened.ts";

const rig = opened(() => DrawRig.open());
const byHand = prepared(
  async () => new DrawRig(rig.service, await Partner.add(rig.service, { autoPublishWinners: false })),
);

const published = async (of: DrawRig): Promise<Json[]> => (await of.partner.get("/winners")).json.data;
const audited = async (of: DrawRig): Promise<string[]> =>
  (await of.operator("GET", "/audit")).json.data.map(({ action, subject }: Json) => `${action} ${subject}`);

async function winnerOf(of: DrawRig, lotId: number): Promise<Json> {
  const all: Json[] = (await of.operator("GET", "/winners")).json.data;
  return all.find(({ competitionId }) => competitionId === lotId);
}

describe("a winner", () => {
  it("is published with the draw, masked, with its proof and nothing that names the buyer", async () => {
    const lotId = await rig.drawn(2, 2);
    const { winner, commitment } = await rig.document(lotId);
    const [winnerEntry] = await published(rig);
    expect(winnerEntry).toEqual({
      competitionId: lotId,
      competitionTitle: "A watch",
      winnerWalletAddress: "b***@e***.com",
      wonAt: winner!.drawnAt,
      draw: {
        blockNumber: commitment!.blockNumber,
        blockHash: winner!.blockHash,
        winnerIndex: winner!.winnerIndex,
        totalTickets: 4,
      },
    });
    const entries = (await rig.partner.get(`/competitions/${lotId}/draw/entries`)).text;
    const orders = await rig.rows("select id, buyer_email from ticket_order where lot_id = $1", lotId);
    const document = JSON.stringify(await rig.document(lotId));
    for (const { id, buyer_email: email } of orders)
      for (const secret of [id, email]) expect(document + entries).not.toContain(secret);
  });

  it("is published by hand where the organisation wants it so, hidden again, and each is audited once", async () => {
    const lotId = await byHand.drawn(1, 1);
    expect(await published(byHand)).toEqual([]);
    const { id, ...hidden } = await winnerOf(byHand, lotId);
    const { winner } = await byHand.document(lotId);
    const [{ email }] = await byHand.rows(
      "select value as email from account_identity where account_id = $1",
      hidden.accountId,
    );
    expect(hidden).toEqual({
      competitionId: lotId,
      competitionTitle: "A watch",
      ticketNumber: winner!.ticketNumber,
      accountId: expect.any(Number),
      buyer: { email, walletAddress: null },
      wonAt: winner!.drawnAt,
      publishedAt: null,
      draw: expect.objectContaining({ winnerIndex: winner!.winnerIndex, totalTickets: 2 }),
    });
    const first = (await byHand.operator("POST", `/winners/${id}/publish`)).json.data;
    expect(first).toEqual({ id, ...hidden, publishedAt: expect.any(String) });
    expect((await byHand.operator("POST", `/winners/${id}/publish`)).json.data).toEqual(first);
    expect(await published(byHand)).toMatchObject([{ competitionId: lotId }]);
    for (let time = 0; time < 2; time += 1) {
      const { json } = await byHand.operator("POST", `/winners/${id}/unpublish`);
      expect(json.data).toEqual({ id, ...hidden });
    }
    expect(await published(byHand)).toEqual([]);
    const acts = (await audited(byHand)).filter((line) => line.endsWith(` winner:${id}`));
    expect(acts).toEqual([`winner.unpublished winner:${id}`, `winner.published winner:${id}`]);
  });
});

describe("archiving", () => {
  it("retires a drawn competition, whose winner stays; repeated it changes nothing", async () => {
    const lotId = await rig.drawn(1);
    const drawn = await rig.document(lotId);
    const archive = () => rig.operator("POST", `/competitions/${lotId}/archive`);
    const answer = await archive();
    expect(answer.json.data).toMatchObject({ id: lotId, status: "ended", state: "retired" });
    expect((await archive()).json.data).toEqual(answer.json.data);
    expect(await rig.state(lotId)).toEqual({ status: "ended", state: "retired" });
    expect(await rig.document(lotId)).toEqual(drawn);
    expect(await published(rig)).toContainEqual(expect.objectContaining({ competitionId: lotId }));
    const acts = (await audited(rig)).filter((line) => line === `competition.archived competition:${lotId}`);
    expect(acts).toHaveLength(1);
    expect(refusalOf(await rig.cancel(lotId))).toEqual([400, "competition_has_winner"]);
  });

  it("of one without a winner is 400 invalid_transition", async () => {
    const open = await rig.sold(1);
    expect(refusalOf(await rig.operator("POST", `/competitions/${open}/archive`))).toEqual([
      400,
      "invalid_transition",
    ]);
    const committed = await rig.committed(1);
    expect(refusalOf(await rig.operator("POST", `/competitions/${committed}/archive`))).toEqual([
      400,
      "invalid_transition",
    ]);
  });
});

describe("the operator's draw", () => {
  const draw = (lotId: number) => rig.operator("POST", `/competitions/${lotId}/draw`);

  it("continues a closing competition now, and answers the document; it chooses nothing", async () => {
    const lotId = await rig.sold(2, 1);
    await rig.end(lotId);
    const committed = (await draw(lotId)).json.data;
    expect(committed).toMatchObject({ competitionId: lotId, status: "committed", winner: null });
    expect(await rig.events("lot.closed", lotId)).toHaveLength(1);
    expect((await draw(lotId)).json.data).toEqual(committed);
    await rig.chain.mine(FAR_BLOCKS);
    const drawn = (await draw(lotId)).json.data;
    expect(drawn).toMatchObject({ status: "drawn", commitment: committed.commitment });
    expect(await rig.document(lotId)).toEqual(drawn);
    expect(refusalOf(await draw(lotId))).toEqual([400, "invalid_transition"]);
    const acts = (await audited(rig)).filter((line) => line === `draw.retried competition:${lotId}`);
    expect(acts).toHaveLength(3);
  });

  it("is 400 invalid_transition for a competition that is open, cancelled or retired", async () => {
    const open = await rig.sold(1);
    expect(refusalOf(await draw(open))).toEqual([400, "invalid_transition"]);
    await rig.cancel(open);
    expect(refusalOf(await draw(open))).toEqual([400, "invalid_transition"]);
    const { id: empty } = await rig.partner.lot();
    await rig.close(empty);
    expect(refusalOf(await draw(empty))).toEqual([400, "invalid_transition"]);
  });

  it("is 503 chain_unavailable while the chain cannot be read", async () => {
    const lotId = await rig.sold(1);
    await rig.close(lotId);
    rig.chain.fallSilent(true);
    expect(refusalOf(await draw(lotId))).toEqual([503, "chain_unavailable"]);
    rig.chain.fallSilent(false);
    expect((await draw(lotId)).json.data).toMatchObject({ status: "committed" });
  });

  it("leaves a competition alone that a worker is busy with, and answers what is known", async () => {
    const lotId = await rig.sold(1);
    await rig.close(lotId);
    await rig.rows("update lot set draw_lease_until = now() + interval '1 minute' where id = $1", lotId);
    expect((await draw(lotId)).json.data).toMatchObject({ status: "waiting" });
  });
});

describe("a competition that has ended", () => {
  it("takes no changes and no entries, closing, drawn or retired", async () => {
    const { id: empty } = await rig.partner.lot();
    await rig.close(empty);
    for (const lotId of [await rig.committed(1), await rig.drawn(1), empty]) {
      const patch = (body: object) => rig.partner.patch(`/competitions/${lotId}`, body);
      expect(refusalOf(await patch({ status: "active" }))).toEqual([400, "invalid_transition"]);
      expect(refusalOf(await patch({ title: "Another" }))).toEqual([400, "invalid_transition"]);
      expect(refusalOf(await rig.partner.checkout(lotId))).toEqual([400, "entries_closed"]);
    }
  });
});

describe("GET /competitions/{id}/draw/entries", () => {
  it("is empty until the tickets are fixed, then complete in pages of any size", async () => {
    const lotId = await rig.sold(1, 2, 3, 4, 5);
    const entries = `/competitions/${lotId}/draw/entries`;
    expect((await rig.partner.get(entries)).json.data).toEqual([]);
    await rig.end(lotId);
    expect((await rig.partner.get(entries)).json.data).toEqual([]);
    await rig.close(lotId);
    await rig.turn(lotId);
    const all = await rig.partner.get(entries);
    expect(all.headers.get("Link")).toBeNull();
    expect(all.json.data.map(({ first, last }: Json) => [first, last])).toEqual([
      [1, 1],
      [2, 3],
      [4, 6],
      [7, 10],
      [11, 15],
    ]);
    const paged: Json[] = [];
    let next: string | undefined = `/api/v1${entries}?limit=2`;
    while (next !== undefined) {
      const { json, headers }: Answer = await rig.service.call("GET", next, { key: rig.partner.key });
      expect(json.data.length).toBeLessThanOrEqual(2);
      paged.push(...json.data);
      next = /<([^>]+)>/.exec(headers.get("Link") ?? "")?.[1];
    }
    expect(paged).toEqual(all.json.data);
    expect((await rig.partner.get(`${entries}?limit=10000`)).json.data).toHaveLength(5);
    for (const query of ["limit=10001", "limit=0", "after=0", "after=x"])
      expect(refusalOf(await rig.partner.get(`${entries}?${query}`))).toEqual([400, "invalid_request"]);
  });

  it("and the draw need winners:read, and another organisation's competition is 404", async () => {
    const lotId = await rig.drawn(1);
    const { key } = await rig.partner.addKey(SCOPES.filter((scope) => scope !== "winners:read"));
    for (const path of [`/competitions/${lotId}/draw`, `/competitions/${lotId}/draw/entries`]) {
      expect(refusalOf(await rig.service.call("GET", `/api/v1${path}`, { key }))).toEqual([
        403,
        "insufficient_scope",
      ]);
      expect(refusalOf(await byHand.partner.get(path))).toEqual([404, "not_found"]);
    }
  });
});
