import { describe, expect, it } from "vitest";
import { OperatorRig, ok, refused } from "../support/builders/operator-rig.ts";
import { prepared } from "../support/opened.ts";

const rig = prepared(() => OperatorRig.shared());

describe("entry questions", () => {
  const question = { question: "2 + 2?", options: ["3", "4"], answerIndex: 1, category: "watch" };

  it("are created, changed by members, and deleted", async () => {
    const slug = await rig.organisation();
    const path = `/organisations/${slug}/questions`;
    const created = await ok(rig.admin("POST", path, question), 201);
    expect(created).toMatchObject(question);
    const general = await ok(rig.admin("POST", path, { ...question, category: undefined }), 201);
    expect(general.category).toBeNull();
    expect(await ok(rig.admin("GET", path))).toEqual([general, created]);
    const changed = await ok(
      rig.admin("PATCH", `${path}/${created.id}`, { options: ["4", "5", "6"], answerIndex: 0 }),
    );
    expect(changed).toEqual({ ...(created as object), options: ["4", "5", "6"], answerIndex: 0 });
    expect(await ok(rig.admin("PATCH", `${path}/${created.id}`, { category: null }))).toMatchObject({
      category: null,
    });
    expect(await ok(rig.admin("DELETE", `${path}/${created.id}`))).toEqual({ id: created.id, deleted: true });
    expect(await refused(rig.admin("DELETE", `${path}/${created.id}`))).toEqual([404, "not_found"]);
    expect(await ok(rig.admin("GET", path))).toEqual([general]);
  });

  it.each([
    [{ options: ["only"] }, "options"],
    [{ options: Array.from({ length: 11 }, (_, i) => `${i}`) }, "options"],
    [{ options: ["same", "same"] }, "options"],
    [{ answerIndex: 2 }, "answerIndex"],
    [{ answerIndex: -1 }, "answerIndex"],
    [{ question: "" }, "question"],
    [{ question: " \u200b" }, "question"],
    [{ options: ["yes", " "] }, "options.1"],
    [{ category: " " }, "category"],
  ])("refuse %j, naming the field", async (wrong, path) => {
    const slug = await rig.organisation();
    const create = rig.admin("POST", `/organisations/${slug}/questions`, { ...question, ...wrong });
    expect(await refused(create)).toEqual([400, "invalid_request", path]);
    const { id } = await ok(rig.admin("POST", `/organisations/${slug}/questions`, question), 201);
    const change = rig.admin("PATCH", `/organisations/${slug}/questions/${id}`, wrong);
    expect(await refused(change)).toEqual([400, "invalid_request", path]);
  });

  it("keep answer and options together, also when both are changed at once", async () => {
    const slug = await rig.organisation();
    const wide = { ...question, options: ["1", "2", "3", "4"], answerIndex: 1 };
    for (let round = 0; round < 5; round++) {
      const { id } = await ok(rig.admin("POST", `/organisations/${slug}/questions`, wide), 201);
      const path = `/organisations/${slug}/questions/${id}`;
      const race = await Promise.all([
        rig.admin("PATCH", path, { options: ["1", "2"] }),
        rig.admin("PATCH", path, { answerIndex: 3 }),
      ]);
      expect(race.map(({ status }) => status).sort()).toEqual([200, 400]);
    }
  });

  it("of another organisation are 404", async () => {
    const [one, other] = [await rig.organisation(), await rig.organisation()];
    const { id } = await ok(rig.admin("POST", `/organisations/${one}/questions`, question), 201);
    for (const method of ["PATCH", "DELETE"]) {
      const answer = rig.admin(method, `/organisations/${other}/questions/${id}`);
      expect(await refused(answer)).toEqual([404, "not_found"]);
    }
  });
});
