import { expect, it } from "vitest";
import { declaredRails } from "../../scripts/documents/unconnected.ts";
import { columnsOf } from "../../scripts/documents/rail-matrix.ts";

it("every check of the list is tested for every rail, or something says why it does not apply", async () => {
  const columns = await columnsOf(await declaredRails());
  expect(columns.filter(({ tested }) => !tested).map(({ name }) => name)).toEqual([]);
  const missing = columns.flatMap(({ name, cells }) =>
    [...cells].filter(([, { state }]) => state === "missing").map(([id]) => `${name}: ${id}`),
  );
  expect(missing).toEqual([]);
});
