import { Affiliates } from "../../ports/organisations/affiliates.ts";
import { Clock } from "../../ports/clock.ts";
import type { Page } from "../../ports/page.ts";
import { Process } from "../shared/process.ts";
import type { OrganisationId } from "../shared/ids.ts";
import { NotFound } from "../shared/problem.ts";
import {
  type Affiliate,
  type AffiliateChanges,
  AffiliateCodeTaken,
  type CommissionEntry,
  type NewAffiliate,
  normalizedCode,
} from "./affiliate.ts";
import { type Act, AuditTrail } from "../operations/audit-trail.ts";

/** Manages organisations' affiliates. Codes are case-insensitive. */
export class AffiliateAdministration extends Process<typeof AffiliateAdministration.needs> {
  static readonly needs = { affiliates: Affiliates, trail: AuditTrail, clock: Clock };

  add(
    act: Act,
    organisationId: OrganisationId,
    request: Omit<NewAffiliate, "createdAt">,
  ): Promise<Affiliate> {
    const { trail, clock, affiliates } = this.parts;
    return trail.run(act, async (record) => {
      const { name, commissionBps } = request;
      const code = normalizedCode(request.code);
      const createdAt = clock.now();
      const affiliate = await affiliates.add(organisationId, { code, name, commissionBps, createdAt });
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

  async byCode(organisationId: OrganisationId, code: string): Promise<Affiliate> {
    const affiliate = await this.parts.affiliates.byCode(organisationId, normalizedCode(code));
    if (affiliate === null) throw NotFound.because();
    return affiliate;
  }

  /** Changes an affiliate; omitted fields are unchanged. Existing orders keep their commission. */
  change(
    act: Act,
    organisationId: OrganisationId,
    code: string,
    changes: AffiliateChanges,
  ): Promise<Affiliate> {
    const { trail, affiliates } = this.parts;
    return trail.run(act, async (record) => {
      const affiliate = await affiliates.lock(organisationId, normalizedCode(code));
      if (affiliate === null) throw NotFound.because();
      if (Object.keys(changes).length === 0) return affiliate;
      const changed = { ...affiliate, ...changes };
      await affiliates.update(organisationId, changed);
      await record({
        organisationId,
        action: "affiliate.changed",
        subject: `affiliate:${affiliate.code}`,
        facts: { ...changes },
      });
      return changed;
    });
  }

  /** Returns commissions, newest first. */
  async commissions(organisationId: OrganisationId, code: string, page: Page): Promise<CommissionEntry[]> {
    const entries = await this.parts.affiliates.commissions(organisationId, normalizedCode(code), page);
    if (entries === null) throw NotFound.because();
    return entries;
  }
}
