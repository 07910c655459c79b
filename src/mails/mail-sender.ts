import { Log } from "../../ports/log.ts";
import { Letters } from "../../ports/mails/letters.ts";
import { Meter } from "../../ports/operations/meter.ts";
import { MailSettings } from "../../ports/settings.ts";
import { Mailer } from "../../ports/mails/mailer.ts";
import { Mails } from "../../ports/mails/mails.ts";
import { RealClock } from "../../ports/clock.ts";
import { Process } from "../shared/process.ts";
import { type ClaimedMail, isCode, retryMs } from "./mail.ts";

const WITHDRAWN_AT_ONCE = 500;
/** Lease of a mail: longer than any server takes for one. */
const LEASE_SEC = 60;

/**
 * Sends the waiting mails, codes before others. One may arrive twice, if a process dies between sending and recording it;
 * a fresh one is sent until a server takes it or refuses it for good. At most half of the mails under way are no codes,
 * so that a code finds room while a server hangs with others.
 */
export class MailSender extends Process<typeof MailSender.needs> {
  static readonly needs = {
    mails: Mails,
    mailer: Mailer,
    letters: Letters,
    settings: MailSettings,
    meter: Meter,
    clock: RealClock,
    log: Log,
  };
  readonly #underWay = new Set<Promise<void>>();
  /** Number of them that are no codes. */
  #others = 0;
  /** More may be due than there was room for. */
  #moreCodes = false;
  #moreOthers = false;
  #onRoom: () => void = () => {};

  /** @param onRoom called when half of the mails have ended that left no room for others, so that these may begin */
  whenRoom(onRoom: () => void): void {
    this.#onRoom = onRoom;
  }

  /** Starts to send due mails, as far as there is room. @returns number of mails started */
  async sendOnce(): Promise<number> {
    const { mails, mailer, clock, settings } = this.parts;
    if (!settings.offered) return mails.withdrawDue(clock.now(), WITHDRAWN_AT_ONCE);
    const limit = mailer.atOnce - this.#underWay.size;
    if (limit === 0) return 0;
    const othersLimit = Math.min(limit, Math.floor(mailer.atOnce / 2) - this.#others);
    const due = await mails.claimDue({ limit, othersLimit, leaseSec: LEASE_SEC, now: clock.now() });
    const others = due.filter(({ content }) => !isCode(content.kind)).length;
    this.#moreCodes = due.length === limit;
    this.#moreOthers = this.#moreCodes || others === othersLimit;
    for (const mail of due) this.#begin(mail);
    return due.length;
  }

  /** Resolves when every started mail has ended. */
  async drain(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }

  /** Closes the connections after the last mail. */
  async close(): Promise<void> {
    await this.drain();
    await this.parts.mailer.close();
  }

  #begin(mail: ClaimedMail): void {
    const other = isCode(mail.content.kind) ? 0 : 1;
    this.#others += other;
    const posting = this.#post(mail)
      .catch((error: unknown) => {
        const { id: mailId, content } = mail;
        this.parts.log.error({ err: error, mailId, kind: content.kind }, "sending a mail failed; will retry");
      })
      .finally(() => {
        this.#underWay.delete(posting);
        this.#others -= other;
        if (this.#hasRoom()) this.#onRoom();
      });
    this.#underWay.add(posting);
  }

  /** Claims cost more than a mail: each begins many, while the server is busy with the rest. */
  #hasRoom(): boolean {
    const { atOnce } = this.parts.mailer;
    return (
      (this.#moreCodes && this.#underWay.size <= atOnce / 2) ||
      (this.#moreOthers && this.#others <= atOnce / 4)
    );
  }

  async #post(mail: ClaimedMail): Promise<void> {
    const { mails, mailer, letters, settings, meter, clock, log } = this.parts;
    const { kind } = mail.content;
    const facts = { mailId: mail.id, kind, tries: mail.tries };
    const end = (state: "sent" | "refused" | "stale") =>
      mails.end(mail, { state, erased: !settings.mailbox });
    if (mail.freshUntil <= clock.now()) {
      meter.mailTried(kind, "stale");
      await end("stale");
      log.error(facts, "a mail was not sent in time");
      return;
    }
    if (mail.mode === "test") {
      await mails.end(mail, { state: "sent", erased: false });
      log.info(facts, "mail of a test organisation kept in the mailbox");
      return;
    }
    const { organisationName: from, to } = mail;
    const letter = await letters.letter(mail);
    const posted = await mailer.post({ from, to, letter, urgent: isCode(kind) });
    meter.mailTried(kind, posted.outcome);
    if (posted.outcome === "accepted") {
      await end("sent");
      log.info(facts, "mail sent");
    } else if (posted.outcome === "refused") {
      await end("refused");
      log.warn({ ...facts, reason: posted.reason }, "mail refused for good");
    } else {
      const waitMs = retryMs(kind, mail.tries);
      await mails.postpone(mail, new Date(clock.now().getTime() + waitMs));
      log.warn({ ...facts, reason: posted.reason, waitMs }, "mail not taken; will retry");
    }
  }
}
