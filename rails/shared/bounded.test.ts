import { beforeAll, describe, expect, it } from "vitest";
import { escaped, readHostileNames } from "../../test/support/hostile/hostile-names.ts";
import { jsonOf, jsonWithin, plainAnswer, textWithin } from "./bounded.ts";

const NAMED = `{"id":1,${escaped("имя")}:"paid"}`;
const SAID = { id: 1, имя: "paid" };

beforeAll(() => readHostileNames("id"));

describe("JSON of a provider", () => {
  it("is read with its names as they are, regardless of earlier reads", () => {
    expect(jsonWithin(Buffer.from(NAMED), 1)).toEqual(SAID);
    expect(jsonOf(NAMED, 1)).toEqual(SAID);
  });

  it.each([
    ["with a member that is given twice", '{"id":1,"id":1}'],
    ["with one whose other spelling is escaped", String.raw`{"id":1,"\u0069d":1}`],
    ["that is nested too deep", '{"a":[]}'],
    ["with two byte order marks", "\ufeff\ufeff{}"],
    ["that is none", "<html>"],
  ])("%s is not read", (_, text) => {
    expect(jsonWithin(Buffer.from(text), 1)).toBeUndefined();
    expect(jsonOf(text, 1)).toBeUndefined();
  });

  it("may begin with a byte order mark", async () => {
    expect(jsonWithin(Buffer.from(`\ufeff${NAMED}`), 1)).toEqual(SAID);
    const { body } = new Response(`\ufeff${NAMED}`);
    expect(jsonOf((await textWithin(body, 1_000))!, 1)).toEqual(SAID);
  });

  it("that is not UTF-8 is not read", () => {
    expect(jsonWithin(Buffer.from([0x22, 0xc0, 0xaf, 0x22]), 1)).toBeUndefined();
  });
});

describe("an answer for a library that reads it by JSON.parse", () => {
  const heard = async (text: string, bytesMax = 1_000) => {
    const answer = await plainAnswer(new Response(text, { status: 402, headers: { a: "b" } }), {
      bytesMax,
      depthMax: 1,
    });
    expect([answer.status, answer.headers.get("a")]).toEqual([402, "b"]);
    return answer.text();
  };

  it("says the same, with names that JSON.parse does not confuse", async () => {
    expect(JSON.parse(await heard(NAMED))).toEqual(SAID);
    expect(await heard(' {"a":"é"}')).toBe(' {"a":"é"}');
  });

  it("is empty where it is not an object, is too long, or would be read in two ways", async () => {
    for (const text of ["1", '"text"', "[]", "null", "{", '{"a":1,"a":2}', '{"a":[]}'])
      expect(await heard(text), text).toBe("");
    expect(await heard(NAMED, 10)).toBe("");
  });
});
