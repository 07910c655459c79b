import { describe, expect, it } from "vitest";
import { ADMIN_TOKEN, TestService } from "../support/service/service.ts";
import { opened } from "../support/opened.ts";

const FORMER = "the-token-before-it";

const changing = opened(() => TestService.open({ environment: { ADMIN_TOKEN_PREVIOUS: FORMER } }));
const changed = opened(() => TestService.open());

async function status(service: TestService, key: string): Promise<number> {
  return (await service.call("GET", "/admin/api/v1/organisations", { key })).status;
}

describe("while the admin token is changed", () => {
  it("the present and the former one count, and nothing else", async () => {
    expect(await status(changing, ADMIN_TOKEN)).toBe(200);
    expect(await status(changing, FORMER)).toBe(200);
    for (const key of [`${FORMER},${ADMIN_TOKEN}`, FORMER.slice(0, -1), "", "null", "undefined"])
      expect(await status(changing, key), key).toBe(401);
  });

  it("afterwards the former one counts no longer", async () => {
    expect(await status(changed, ADMIN_TOKEN)).toBe(200);
    expect(await status(changed, FORMER)).toBe(401);
  });

  it("an Idempotency-Key belongs to the operator, whichever token it came with", async () => {
    const headers = { "Idempotency-Key": "one" };
    const create = (key: string) =>
      changing.call("POST", "/admin/api/v1/organisations", {
        key,
        headers,
        body: { slug: "twice", name: "Twice" },
      });
    const [first, second] = [await create(FORMER), await create(ADMIN_TOKEN)];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.text).toBe(first.text);
  });
});
