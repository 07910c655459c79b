import { expect, it } from "vitest";
import { withCauses } from "./causes.ts";
import { Unavailable } from "../problem.ts";

it("an error is logged with its code and its causes, ten of them, and nothing else that it carries", () => {
  const driver = Object.assign(new TypeError("no row"), { code: "23505", detail: "Key (email)=(a@b.c)" });
  const facts = withCauses(new Error("not placed", { cause: driver }));
  expect(facts).toMatchObject({
    type: "Error",
    message: "not placed",
    cause: { type: "TypeError", code: "23505" },
  });
  expect(JSON.stringify(facts)).not.toContain("a@b.c");

  const endless = new Error("endless");
  endless.cause = endless;
  expect(JSON.stringify(withCauses(endless)).split('"type"')).toHaveLength(11);
});

it("a problem is expected, and shows no place in the code, nor do its causes", () => {
  const problem = Unavailable.because(undefined, {}, { cause: new Error("connection lost") });
  expect(JSON.stringify(withCauses(problem))).not.toContain("stack");
  expect(withCauses(problem)).toMatchObject({ code: "unavailable", cause: { message: "connection lost" } });
  expect(withCauses(new Error("a bug"))).toHaveProperty("stack");
});

it("a thrown value that is not an error is not described", () => {
  expect(withCauses("text")).toBeUndefined();
  expect(withCauses(new Error("x", { cause: "text" }))).toMatchObject({ cause: undefined });
});
