import { Vault } from "../../../ports/crypto.ts";
import { RealClock } from "../../../ports/clock.ts";
import { Wakers } from "../../../ports/jobs/wakers.ts";
import { MailRow } from "../../../adapters/persistence/entities/mails.ts";
import { sealedMail } from "../../../adapters/persistence/mails/sealed-mail.ts";
import { selection } from "../../../adapters/persistence/statements/selection.ts";
import type { NewMail } from "../../../src/mails/mail.ts";
import type { MailId } from "../../../src/shared/ids.ts";
import type { TestService } from "../service/service.ts";

const ADDED = selection(MailRow, "m", ["id"]);

/** Writes a mail with its content, which is due now. */
export async function addMail({ database, wiring }: TestService, mail: NewMail): Promise<MailId> {
  const stored = sealedMail(wiring.get(Vault), mail, wiring.get(RealClock).now());
  const row = { kind: mail.content.kind, ...stored, dueAt: stored.createdAt };
  const { id } = await database.of(mail.organisationId, ADDED).add(row);
  wiring.get(Wakers).mailsWritten();
  return id;
}
