import { describe, expect, it } from "vitest";
import type { Rail } from "../../../ports/rail.ts";
import { invariant } from "../../../src/shared/invariant.ts";
import type { RailHarness } from "../harness.ts";

export function checkingAccounts(
  harness: () => RailHarness,
  { returnTokenOf }: Pick<Rail, "returnTokenOf">,
): void {
  const check = () => harness().rail.checkAccount(harness().account);

  describe("checking an account", () => {
    it("67. accepts credentials that the provider knows, and makes nothing", async () => {
      expect(await check()).toEqual({ outcome: "accepted" });
      expect(await harness().provider.count()).toBe(0);
    });

    it("67. refuses credentials that the provider does not know, naming a field of the rail or none", async () => {
      const { faults, rail, secrets } = harness();
      invariant(faults.answerNext !== null, "a provider without HTTP excludes 67");
      faults.answerNext(401);
      const checked = await check();
      invariant(checked.outcome === "refused", "401 refuses");
      expect(checked.reason).toMatch(/./);
      const { credentials, settings } = rail.accountFields;
      if (checked.field !== null)
        expect(Object.keys({ ...credentials, ...settings })).toContain(checked.field);
      for (const secret of secrets) expect(JSON.stringify(checked)).not.toContain(secret);
    });

    it("67. does not know when the provider cannot be reached", async () => {
      const { refuseNext, loseNextAnswer, garbleNextAnswer, hangNext, answerNext } = harness().faults;
      invariant(answerNext !== null, "a provider without HTTP excludes 67");
      const statuses = [429, 500].map((status) => () => answerNext(status));
      for (const fail of [refuseNext, loseNextAnswer, garbleNextAnswer, hangNext, ...statuses]) {
        fail();
        expect(await check()).toEqual({ outcome: "unknown", reason: expect.stringMatching(/./) });
        expect(await check()).toEqual({ outcome: "accepted" });
      }
    });

    it("68. asks an operator for what the account has, and explains each field", () => {
      const { rail, account } = harness();
      for (const part of ["credentials", "settings"] as const) {
        const fields = rail.accountFields[part];
        expect(Object.keys(fields)).toEqual(expect.arrayContaining(Object.keys(account[part])));
        for (const [name, { help, required, pattern }] of Object.entries(fields)) {
          expect(help).toMatch(/^.{20,}\.$/s);
          // A pattern that remembers its position (flag `g` or `y`) would refuse every second account.
          expect(pattern?.flags ?? "").not.toMatch(/[gy]/);
          const value = account[part][name];
          expect({ name, given: value !== undefined || !required }).toEqual({ name, given: true });
          if (value !== undefined) expect(String(value)).toMatch(pattern ?? /./);
        }
      }
    });
  });

  if (returnTokenOf === undefined) return;
  describe("picking the return token", () => {
    it("70. finds none where the provider added nothing", () => {
      const { rail } = harness();
      const queries: Record<string, string>[] = [
        {},
        { lang: "en", utm_source: "mail" },
        { constructor: "x" },
      ];
      for (const query of queries) expect(rail.returnTokenOf?.(query)).toBeUndefined();
    });
  });
}
