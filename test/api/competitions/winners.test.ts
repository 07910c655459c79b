import { beforeAll, describe, expect, it } from "vitest";
import { Partner } from "../../support/builders/partner.ts";
import { sharedService } from "../../support/service/service.ts";
import { dataOf, pagesOf, wrongFields } from "../support/reading.ts";
import { prepared } from "../../support/opened.ts";

const WALLET = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
const BLOCK_HASH = {
  blockNumber: 21_000_000,
  blockHash: `0x${"ab".repeat(32)}`,
  winnerIndex: 4,
  totalTickets: 25,
};
const VERIFIABLE = {
  method: "vrf",
  seed: "31415926535897932384626433832795",
  winnerIndex: 0,
  totalTickets: 3,
  vrfRequestId: "77",
  fulfillmentTx: `0x${"cd".repeat(32)}`,
  blockNumber: null,
};

let partner: Partner;
const service = prepared(sharedService);

/** A competition that this buyer has won. */
async function won(
  buyer: { readonly email?: string; readonly walletAddress?: string },
  { proof = null, published = true }: { readonly proof?: object | null; readonly published?: boolean } = {},
): Promise<number> {
  const { id } = await partner.lot();
  dataOf(await partner.checkout(id, { buyer }), 201);
  await service.sql(
    `insert into winner (organisation_id, lot_id, ticket_number, account_id, proof, won_at, published_at)
     select organisation_id, lot_id, 1, account_id, $2, '2026-01-02T03:04:05.678Z', case when $3 then now() end
     from ticket_order where lot_id = $1`,
    id,
    proof,
    published,
  );
  return id;
}

const winners = async () => dataOf(await partner.get("/winners"));

describe("GET /winners", () => {
  beforeAll(async () => {
    partner = await Partner.add(service);
  });

  it("is empty without a winner", async () => {
    expect(await winners()).toEqual([]);
  });

  it("shows a draw by block hash with exactly its four fields", async () => {
    const competitionId = await won({ email: "jane@example.com" }, { proof: BLOCK_HASH });
    expect((await winners())[0]).toEqual({
      competitionId,
      competitionTitle: "A watch",
      winnerWalletAddress: "j***@e***.com",
      wonAt: "2026-01-02T03:04:05.678Z",
      draw: BLOCK_HASH,
    });
  });

  it.each([null, 21_000_001])(
    "shows a draw by verifiable randomness, blockNumber %s",
    async (blockNumber) => {
      const draw = { ...VERIFIABLE, blockNumber };
      await won({ email: "jane@example.com" }, { proof: draw });
      expect((await winners())[0].draw).toEqual(draw);
    },
  );

  it("shows null for a winner without a proof", async () => {
    await won({ email: "jane@example.com" });
    expect((await winners())[0].draw).toBeNull();
  });

  it("masks the winner: a wallet abbreviated, an email by first letters and ending; never more", async () => {
    await won({ walletAddress: WALLET.toLowerCase() });
    await won({ email: "EMILE.long.name@mail.shop.example" });
    const list = await winners();
    expect(list[0].winnerWalletAddress).toBe("e***@m***.example");
    expect(list[1].winnerWalletAddress).toBe("0x5aAe…eAed");
    const text = JSON.stringify(list);
    for (const secret of ["jane", "long", "shop", WALLET, WALLET.slice(6, -4)])
      expect(text).not.toContain(secret);
  });

  it("lists published winners only, newest first; a cleared publication hides again", async () => {
    const before: number[] = (await winners()).map(
      ({ competitionId }: { competitionId: number }) => competitionId,
    );
    const hidden = await won({ email: "jane@example.com" }, { published: false });
    const shown = await won({ email: "jane@example.com" });
    const ids = async () =>
      (await winners()).map(({ competitionId }: { competitionId: number }) => competitionId);
    expect(await ids()).toEqual([shown, ...before]);
    await service.sql("update winner set published_at = now() where lot_id = $1", hidden);
    expect(await ids()).toEqual([shown, hidden, ...before]);
    await service.sql("update winner set published_at = null where lot_id = $1", shown);
    expect(await ids()).toEqual([hidden, ...before]);
  });

  it("is complete without parameters, and paged by limit and after with Link", async () => {
    const all = (await winners()).map(({ competitionId }: { competitionId: number }) => competitionId);
    const pages = await pagesOf(partner, "/winners?limit=3", ({ competitionId }) => competitionId);
    expect(pages.flat()).toEqual(all);
    expect(pages[0]).toHaveLength(3);
    expect(wrongFields(await partner.get("/winners?limit=101"))).toEqual(["limit"]);
  });
});
