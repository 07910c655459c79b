import { ConsoleSettings, MailSettings } from "../../ports/settings.ts";
import { Mails } from "../../ports/mails/mails.ts";
import { Members } from "../../ports/people/members.ts";
import { Notices } from "../../ports/people/notices.ts";
import { RealClock } from "../../ports/clock.ts";
import { Process } from "../shared/process.ts";
import { UnitOfWork } from "../../ports/unit-of-work.ts";
import type { NewsKind } from "../mails/news.ts";
import type { Permission } from "../operations/permission.ts";
import { memberRolesWith } from "./role.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Maximum number of recipients in one organisation. */
const READERS = 100;

/** Recipients' permission, the page to link, and the minimum pause between mails, for each kind. */
const KINDS: Readonly<
  Record<NewsKind, { readonly concerns: Permission; readonly page: string; readonly pauseMs: number }>
> = {
  keys: { concerns: "keys:hold", page: "keys", pauseMs: 10 * MINUTE_MS },
  endpoints_disabled: { concerns: "webhooks:write", page: "webhooks", pauseMs: HOUR_MS },
  endpoints_failing: { concerns: "webhooks:write", page: "webhooks", pauseMs: 10 * MINUTE_MS },
  refunds_failed: { concerns: "orders:refund", page: "refunds", pauseMs: HOUR_MS },
  disputes_due: { concerns: "orders:refund", page: "disputes", pauseMs: DAY_MS },
  disputes_opened: { concerns: "orders:refund", page: "disputes", pauseMs: HOUR_MS },
};

/**
 * Mails notices to an organisation's people: one mail to each person whose role they concern, with all notices that
 * have collected. A thousand notices make one mail an hour.
 */
export class NoticeMails extends Process<typeof NoticeMails.needs> {
  static readonly needs = {
    notices: Notices,
    members: Members,
    mails: Mails,
    mailSettings: MailSettings,
    settings: ConsoleSettings,
    unitOfWork: UnitOfWork,
    clock: RealClock,
  };

  /** Writes the mails about one kind of due notices in one organisation. @returns 0: nothing was due */
  writeOnce(): Promise<number> {
    const { notices, members, mails, mailSettings, settings, unitOfWork, clock } = this.parts;
    const now = clock.now();
    if (!mailSettings.offered) return notices.forgetDue(now);
    return unitOfWork.run(async () => {
      const due = await notices.nextDue(now);
      if (due === null) return 0;
      const { concerns, page, pauseMs } = KINDS[due.kind];
      const toldAt = await notices.takeTurn(due);
      const notBefore = new Date((toldAt?.getTime() ?? 0) + pauseMs);
      if (notBefore > now) {
        await notices.postpone(due, notBefore);
        return 1;
      }
      const news = await notices.take(due, now);
      if (news === null) return 1;
      const url = `${settings.address}/admin/o/${news.organisation.slug}/${page}`;
      const readers = await members.addresses(due.organisationId, memberRolesWith(concerns), READERS);
      for (const to of readers) await mails.addForPerson({ to, content: { ...news, url } });
      await notices.markMailed(due, now);
      return 1;
    });
  }
}
