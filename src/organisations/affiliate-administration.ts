import { Affiliates } from "../../ports/organisations/affiliates.ts";
import { Clock } from "../../ports/clock.ts";
import type { Page } from "../../ports/page.ts";
import { NotFound } from "../shared/problem.ts";
import {
  type Affiliate,
  type AffiliateChanges,
  AffiliateCodeTaken,
  type CommissionEntry,
  type NewAffiliate,
  normalizedCode,
} from "./affiliate.ts";
import { type Act, AuditTrail } from "../audit/audit-trail.ts";

/** Keeps the affiliates of organisations. Codes are taken in any case. */
export class AffiliateAdministration {
  static readonly needs = [Affiliates, AuditTrail, Clock] as const;
  readonly #affiliates: Affiliates;
  readonly #trail: AuditTrail;
  readonly #clock: Clock;

  constructor(affiliates: Affiliates, trail: AuditTrail, clock: Clock) {
    this.#affiliates = affiliates;
    this.#trail = trail;
    this.#clock = clock;
  }

  add(act: Act, organisationId: number, wanted: Omit<NewAffiliate, "createdAt">): Promise<Affiliate> {
    return this.#trail.run(act, async (record) => {
      const { name, commissionBps } = wanted;
      const code = normalizedCode(wanted.code);
      const createdAt = this.#clock.now();
      const affiliate = await this.#affiliates.add(organisationId, { code, name, commissionBps, createdAt });
      if (affiliate === null) {
        throw AffiliateCodeTaken.because(undefined, {
          issues: [{ path: "code", code: "taken", message: AffiliateCodeTaken.message }],
        });
      }
      await record({
        organisationId,
        action: "affiliate.created",
        subject: `affiliate:${code}`,
        facts: { name, commissionBps },
      });
      return affiliate;
    });
  }

  /** Members that are left out stay as they are. Orders keep the commission that they were placed with. */
  change(act: Act, organisationId: number, code: string, changes: AffiliateChanges): Promise<Affiliate> {
    return this.#trail.run(act, async (record) => {
      const affiliate = await this.#affiliates.lock(organisationId, normalizedCode(code));
      if (affiliate === null) throw NotFound.because();
      if (Object.keys(changes).length === 0) return affiliate;
      const changed = { ...affiliate, ...changes };
      await this.#affiliates.update(organisationId, changed);
      await record({
        organisationId,
        action: "affiliate.changed",
        subject: `affiliate:${affiliate.code}`,
        facts: { ...changes },
      });
      return changed;
    });
  }

  /** Newest first. */
  async commissions(organisationId: number, code: string, page: Page): Promise<CommissionEntry[]> {
    const entries = await this.#affiliates.commissions(organisationId, normalizedCode(code), page);
    if (entries === null) throw NotFound.because();
    return entries;
  }
}
