import { beforeAll, describe, expect, it } from "vitest";
import { refusalOf, wrongFields } from "../api/support/reading.ts";
import { candidatesHash } from "../../src/fair-draws/fair-draw.ts";
import { escaped, readHostileNames } from "../support/hostile/hostile-names.ts";
import { creditDraws } from "../support/builders/draw-balance.ts";
import { DrawClient } from "../support/draws/draw-client.ts";
import { Partner } from "../support/builders/partner.ts";
import { type Answer, sharedService } from "../support/service/service.ts";
import { prepared } from "../support/opened.ts";

const CANDIDATES = ["alice", "bob", "carol", "dave", "eve"];
const BODY = { clientSeed: "partner:2026-10-11", candidates: CANDIDATES, pick: 3 };

let client: DrawClient;
const service = prepared(sharedService);
beforeAll(async () => {
  const partner = await Partner.add(service);
  client = await DrawClient.add(partner);
  await creditDraws(service, partner.organisation.id, 10_000);
});

async function revealed(body: unknown): Promise<Answer> {
  const answer = await client.reveal(await client.commit(), body);
  expect(answer.status, answer.text).toBe(200);
  return answer;
}

const balance = async () => (await client.get("/draws/usage")).json.balanceCents;

describe("the body of a reveal", () => {
  const wrong = async (body: unknown) => wrongFields(await client.reveal(await client.commit(), body));

  it("is strict: every field is checked and named", async () => {
    expect(await wrong({})).toEqual(["clientSeed", "candidates", "pick"]);
    expect(await wrong({ ...BODY, extra: 1 })).toEqual(["extra"]);
    expect(await wrong({ ...BODY, candidates: [] })).toEqual(["candidates"]);
    expect(await wrong({ ...BODY, candidates: {} })).toEqual(["candidates"]);
    expect(await wrong({ ...BODY, candidates: Array.from({ length: 10_001 }, () => 0) })).toEqual([
      "candidates",
    ]);
    for (const pick of [0, -1, 1.5, "1", null, 6, 10_001])
      expect(await wrong({ ...BODY, pick })).toEqual(["pick"]);
    expect(await wrong({ ...BODY, clientSeed: "🎟".repeat(201) })).toEqual(["clientSeed"]);
    expect(await wrong({ ...BODY, nonce: "é".repeat(81) })).toEqual(["nonce"]);
    expect(await wrong({ ...BODY, nonce: 0 })).toEqual(["nonce"]);
    expect(await wrong({ ...BODY, clientSeed: "a\0b", nonce: "\0" })).toEqual(["clientSeed", "nonce"]);
    for (const body of ["[]", "1", "null", '"x"']) expect(await wrong(body), body).toEqual([""]);
    for (const body of ["{", "", '{"clientSeed":"x"', "{}x"])
      expect(refusalOf(await client.reveal(await client.commit(), body)), body).toEqual([
        400,
        "invalid_request",
      ]);
  });

  it("says that a byte order mark is in front: fair-draw-v1 has none", async () => {
    const { status, json } = await client.reveal(await client.commit(), `\ufeff${JSON.stringify(BODY)}`);
    expect([status, json.issues]).toEqual([
      400,
      [{ path: "", code: "invalid_json", message: "begins with a byte order mark (U+FEFF)" }],
    ]);
  });

  it("takes the longest seed and nonce, and the largest list: a winner each", async () => {
    const candidates = Array.from({ length: 10_000 }, (_, index) => index);
    const body = { clientSeed: "🎟".repeat(200), nonce: "é".repeat(80), candidates, pick: 10_000 };
    const { json } = await revealed(body);
    expect(json.proof).toMatchObject({
      clientSeed: body.clientSeed,
      nonce: body.nonce,
      candidateCount: 10_000,
    });
    expect(json.result.winners.toSorted((a: number, b: number) => a - b)).toEqual(candidates);
    expect(json.result.winners).toEqual(json.result.winnerIndices);
  });

  it("refuses a list that another language would read differently, and says where", async () => {
    const before = await balance();
    const list = (candidates: string) => `{"clientSeed":"s","pick":1,"candidates":[${candidates}]}`;
    const deep = (levels: number) => "[".repeat(levels) + "]".repeat(levels);
    for (const [candidates, path] of [
      ['{"a":1,"a":2}', "candidates.0.a"],
      ['{"a":1,"b":2,"\\u0061":1}', "candidates.0.a"],
      ['1,{"x":[0,{"y":1,"z":{},"y":1}]}', "candidates.1.x.1.y"],
      ["9007199254740992", "candidates.0"],
      ['0,"x",{"n":[-9007199254740993]}', "candidates.2.n.0"],
      ["1e400", "candidates.0"],
      ["[-1E999]", "candidates.0.0"],
      ['"\\ud800"', "candidates.0"],
      ['{"\\udfff":1}', "candidates.0.\udfff"],
      ['{"n":1e20}', "candidates.0.n"],
      [`0,${deep(101)}`, `candidates.1${".0".repeat(100)}`],
      [deep(200_000), `candidates.0${".0".repeat(100)}`],
    ] as const) {
      const answer = await client.reveal(await client.commit(), list(candidates));
      expect(wrongFields(answer), candidates.slice(0, 50)).toEqual([path.toWellFormed().slice(0, 200)]);
    }
    expect(await wrong('{"clientSeed":"s","pick":1,"pick":2,"candidates":[1,2]}')).toEqual(["pick"]);
    expect(await balance()).toBe(before);
  });

  it("takes any other JSON, and answers it as it was sent", async () => {
    const candidates = [
      '"x\\u0000\\u2028\\"\\\\/"',
      '{"__proto__":1,"":[],"toJSON":"x","constructor":{"a":{}}}',
      "[1e21,0.1,-0,1.0,9007199254740991,-9007199254740991,1e-7,5e-324,3.141592653589793238]",
      "null",
      "true",
      "null",
      `${"[".repeat(100)}${"]".repeat(100)}`,
      '"😀"',
      '{"2":1,"10":2,"a":{"a":1}}',
    ];
    const { text, json } = await revealed(
      `{"clientSeed":"","nonce":"","pick":${candidates.length},"candidates":[${candidates.join()}]}`,
    );
    const winners = json.result.winnerIndices.map((index: number) =>
      JSON.stringify(JSON.parse(candidates[index]!)),
    );
    expect(text).toContain(`{"winners":[${winners.join()}],"winnerIndices":`);
  });

  it("is drawn over the names as they are spelled, after any list of another organisation", async () => {
    const rival = await DrawClient.add(await Partner.add(service));
    const hostile = String.raw`{"clientSeed":"s","pick":1,"candidates":[{"holder":1,"\\u0":0},0,{"holder":1,"\\":0}]}`;
    expect((await rival.reveal(await rival.commit(), hostile)).status).toBe(402);
    readHostileNames("holder");
    const candidates = [{ holder: 1, имя: "Anna" }, 0, { holder: 2, name: "Ben" }];
    const body = `{"clientSeed":"s","pick":2,"candidates":[{"holder":1,${escaped("имя")}:"Anna"},0,{"holder":2,"n\\u0061me":"Ben"}]}`;
    const drawId = await client.commit();
    const first = await client.reveal(drawId, body);
    expect(first.json.proof.candidatesHash).toBe(candidatesHash(candidates));
    expect(first.json.result.winners).toEqual(
      first.json.result.winnerIndices.map((index: number) => candidates[index]),
    );
    const again = await client.reveal(drawId, { clientSeed: "s", pick: 2, candidates });
    expect([again.status, again.text]).toEqual([200, first.text]);
  });

  it("may be 8 MB, on this route alone", async () => {
    const sized = (bytes: number) => {
      const body = { clientSeed: "s", candidates: ["a", ""], pick: 2 };
      body.candidates[1] = "x".repeat(bytes - JSON.stringify(body).length);
      return body;
    };
    const { json } = await revealed(sized(8_000_000));
    expect(Math.max(...json.result.winners.map(({ length }: string) => length))).toBeGreaterThan(7_999_000);
    const drawId = await client.commit();
    expect(refusalOf(await client.reveal(drawId, sized(8_000_001)))).toEqual([413, "payload_too_large"]);
    expect(refusalOf(await client.plain("POST", "/draws/register-key", sized(100_001)))).toEqual([
      413,
      "payload_too_large",
    ]);
  });

  it("under an Idempotency-Key may be spelled otherwise in the next try", async () => {
    const headers = { "Idempotency-Key": "spelled" };
    const drawId = await client.commit();
    const first = await client.reveal(drawId, '{"clientSeed":"é","candidates":[{"a":1,"b":2},3],"pick":1}', {
      headers,
    });
    expect(first.status).toBe(200);
    const other = String.raw`{"pick":1, "candidates":[{"b":2,"\u0061":1.0},3],"clientSeed":"\u00e9"}`;
    const second = await client.reveal(drawId, other, { headers });
    expect([second.headers.get("Idempotent-Replayed"), second.json.proof]).toEqual([
      "true",
      first.json.proof,
    ]);
    const changed = await client.reveal(drawId, other.replace("1.0", "1.5"), { headers });
    expect(refusalOf(changed)).toEqual([409, "idempotency_conflict"]);
  });

  it("of 8 MB under an Idempotency-Key is repeated byte for byte, and kept nowhere", async () => {
    const candidates = Array.from({ length: 10_000 }, (_, index) => `é${index}`.padEnd(400, "x"));
    const headers = { "Idempotency-Key": "large" };
    const drawId = await client.commit();
    const body = { clientSeed: "s", candidates, pick: 10_000 };
    const first = await client.reveal(drawId, body, { headers });
    expect(first.json.result.winners).toHaveLength(10_000);
    const second = await client.reveal(drawId, body, { headers });
    expect(second.headers.get("Idempotent-Replayed")).toBe("true");
    expect(second.text === first.text).toBe(true);
    const rows = await service.sql(
      "select status, length(body) as length from idempotency where key = 'large'",
    );
    expect(rows).toEqual([{ status: 200, length: expect.any(Number) }]);
    expect(rows[0].length).toBeLessThan(100);
  });
});
