import { expect, it } from "vitest";
import { statement, statements } from "./statement.ts";

it("a name is given to one text only, when the module is loaded", () => {
  const first = statement("one-name", "select 1");
  expect(() => statement("one-name", "select 2")).toThrow("one-name is given twice");
  // Also where the text is the same: one of them would be changed alone.
  expect(() => statement("one-name", "select 1")).toThrow("one-name is given twice");
  // Other files of this process have theirs.
  expect(statements().filter(({ name }) => name === "one-name")).toEqual([first]);
});
