import type { Vault } from "../../../ports/crypto.ts";
import { freshUntil, type MailContent, type NewMail } from "../../../src/mails/mail.ts";
import type { OrganisationId } from "../../../src/shared/ids.ts";

/** The encrypted part of a mail. */
type Sealed = Pick<NewMail, "to" | "locale"> & { readonly content: MailContent };

/** Returns what is stored of a new mail, which is due at once. */
export function sealedMail(
  vault: Pick<Vault, "seal">,
  { organisationId, to, locale, content }: NewMail,
  createdAt: Date,
) {
  const sealed: Sealed = { to, locale, content };
  return {
    sealed: vault.seal(Buffer.from(JSON.stringify(sealed)), purposeOf(organisationId)),
    createdAt,
    freshUntil: freshUntil({ content, createdAt }),
  };
}

/** Returns the part of a mail that was encrypted. */
export function openedMail(
  vault: Pick<Vault, "open">,
  { organisationId, sealed }: { readonly organisationId: OrganisationId; readonly sealed: Uint8Array },
): Sealed {
  const plain = vault.open(sealed, purposeOf(organisationId));
  return JSON.parse(Buffer.from(plain).toString("utf8")) as Sealed;
}

function purposeOf(organisationId: OrganisationId): string {
  return `mail ${organisationId}`;
}
