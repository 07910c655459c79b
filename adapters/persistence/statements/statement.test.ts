import { expect, it } from "vitest";
import { statement, statements } from "./statement.ts";

it("a name is given to one text only, when the module is loaded", () => {
  const first = statement("one-name", "select 1");
  expect(() => statement("one-name", "select 2")).toThrow("one-name is given twice");
  // Also with the same text: an edit would change only one of them.
  expect(() => statement("one-name", "select 1")).toThrow("one-name is given twice");
  // Other files of this process have statements, too.
  expect(statements().filter(({ name }) => name === "one-name")).toEqual([first]);
});
