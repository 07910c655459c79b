import canonicalize from "canonicalize";
import { describe, expect, it } from "vitest";

// Numbers of RFC 8785, on which the library must agree with it.

/** Returns the number of IEEE 754 with these bits. */
function numberOf(bits: string): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, BigInt(`0x${bits}`));
  return view.getFloat64(0);
}

describe("canonicalize", () => {
  // RFC 8785, appendix B.
  it.each([
    ["0000000000000000", "0"],
    ["8000000000000000", "0"],
    ["0000000000000001", "5e-324"],
    ["8000000000000001", "-5e-324"],
    ["7fefffffffffffff", "1.7976931348623157e+308"],
    ["ffefffffffffffff", "-1.7976931348623157e+308"],
    ["4340000000000000", "9007199254740992"],
    ["c340000000000000", "-9007199254740992"],
    ["4430000000000000", "295147905179352830000"],
    ["44b52d02c7e14af5", "9.999999999999997e+22"],
    ["44b52d02c7e14af6", "1e+23"],
    ["44b52d02c7e14af7", "1.0000000000000001e+23"],
    ["444b1ae4d6e2ef4e", "999999999999999700000"],
    ["444b1ae4d6e2ef4f", "999999999999999900000"],
    ["444b1ae4d6e2ef50", "1e+21"],
    ["3eb0c6f7a0b5ed8c", "9.999999999999997e-7"],
    ["3eb0c6f7a0b5ed8d", "0.000001"],
    ["41b3de4355555553", "333333333.3333332"],
    ["41b3de4355555554", "333333333.33333325"],
    ["41b3de4355555555", "333333333.3333333"],
    ["41b3de4355555556", "333333333.3333334"],
    ["41b3de4355555557", "333333333.33333343"],
    ["becbf647612f3696", "-0.0000033333333333333333"],
    ["43143ff3c1cb0959", "1424953923781206.2"],
  ])("writes the number with the bits %s as %s", (bits, text) => {
    expect(canonicalize(numberOf(bits))).toBe(text);
    expect(canonicalize([{ in: numberOf(bits) }])).toBe(`[{"in":${text}}]`);
  });

  it.each([["7fffffffffffffff"], ["7ff0000000000000"], ["fff0000000000000"]])(
    "refuses the bits %s, which are no number of JSON",
    (bits) => {
      expect(() => canonicalize(numberOf(bits))).toThrow("is not allowed");
      expect(() => canonicalize([numberOf(bits)])).toThrow("is not allowed");
    },
  );

  it("writes the example of section 3.2.2 as section 3.2.3 does, byte by byte as section 3.2.4", () => {
    const input = String.raw`{
      "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
      "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
      "literals": [null, true, false]
    }`;
    const text = canonicalize(JSON.parse(input))!;
    expect(text).toBe(
      String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
    );
    expect(Buffer.from(text).toString("hex")).toBe(
      "7b226c69746572616c73223a5b6e756c6c2c747275652c66616c73655d2c226e756d62657273223a5b3333333333333333332e" +
        "333333333333332c31652b33302c342e352c302e3030322c31652d32375d2c22737472696e67223a22e282ac245c753030" +
        "30665c6e4127425c225c5c5c5c5c222f227d",
    );
  });

  it("sorts names by their UTF-16 units, as section 3.2.3 does", () => {
    const input = String.raw`{
      "\u20ac": "Euro Sign",
      "\r": "Carriage Return",
      "\ufb33": "Hebrew Letter Dalet With Dagesh",
      "1": "One",
      "\ud83d\ude00": "Emoji: Grinning Face",
      "\u0080": "Control",
      "\u00f6": "Latin Small Letter O With Diaeresis"
    }`;
    const values = [...canonicalize(JSON.parse(input))!.matchAll(/:"(.*?)"(?=[,}])/g)].map(
      ([, value]) => value,
    );
    expect(values).toEqual([
      "Carriage Return",
      "One",
      "Control",
      "Latin Small Letter O With Diaeresis",
      "Euro Sign",
      "Emoji: Grinning Face",
      "Hebrew Letter Dalet With Dagesh",
    ]);
  });

  it("sorts at every depth, leaves lists in their order, and numbers as names are text", () => {
    const input = '{"b":[{"10":1,"9":2,"1":3},{"z":{"":0," ":1}}],"a":[3,1,2],"B":null}';
    expect(canonicalize(JSON.parse(input))).toBe(
      '{"B":null,"a":[3,1,2],"b":[{"1":3,"10":1,"9":2},{"z":{"":0," ":1}}]}',
    );
  });

  it("escapes what must be escaped, each in its only spelling, and nothing else", () => {
    const controls = Array.from({ length: 32 }, (_, code) => String.fromCodePoint(code)).join("");
    expect(canonicalize(controls)).toBe(
      String.raw`"\u0000\u0001\u0002\u0003\u0004\u0005\u0006\u0007\b\t\n\u000b\f\r\u000e\u000f` +
        String.raw`\u0010\u0011\u0012\u0013\u0014\u0015\u0016\u0017\u0018\u0019\u001a\u001b\u001c\u001d\u001e\u001f"`,
    );
    const plain = "/'<>&\u007f\u0080\u2028\u2029\ufeff\ufffd\u{10ffff}";
    expect(canonicalize(plain)).toBe(`"${plain}"`);
    expect(canonicalize('"\\')).toBe(String.raw`"\"\\"`);
  });

  it("leaves texts as they are: equal looks are not equal texts", () => {
    expect(canonicalize("\u00e9")).toBe('"\u00e9"');
    expect(canonicalize("e\u0301")).toBe('"e\u0301"');
  });

  it("refuses half a surrogate pair, in values and in names", () => {
    expect(() => canonicalize(["\ud800"])).toThrow("Lone surrogate");
    expect(() => canonicalize({ "\udead": 1 })).toThrow("Lone surrogate");
  });

  it("takes names that mean something to JavaScript for names", () => {
    const text = '{"__proto__":{"a":1},"constructor":2,"length":3,"toJSON":4,"toString":5}';
    expect(canonicalize(JSON.parse(text))).toBe(text);
  });
});
