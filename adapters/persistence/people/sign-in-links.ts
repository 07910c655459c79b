import { SignInLinks } from "../../../ports/people/sign-in-links.ts";
import type { PersonId } from "../../../src/shared/ids.ts";
import { Store } from "../database/store.ts";
import { SignInLinkRow } from "../entities/people.ts";
import { selection } from "../statements/selection.ts";

const LINK = selection(SignInLinkRow, "k", ["personId"]);

export class PostgresSignInLinks extends Store implements SignInLinks {
  static readonly as = SignInLinks;

  async add({ hash, personId, createdAt, expiresAt }: Parameters<SignInLinks["add"]>[0]): Promise<void> {
    await this.endAll(personId);
    await this.db.rows(SignInLinkRow).add({ hash, personId, createdAt, expiresAt });
  }

  async use(hash: Uint8Array, now: Date): Promise<PersonId | null> {
    const open = { hash, usedAt: null, expiresAt: { $gt: now } };
    const [used] = await this.db.rows(LINK).changed(open, { usedAt: now });
    return used?.personId ?? null;
  }

  async endAll(personId: PersonId): Promise<void> {
    await this.db.rows(SignInLinkRow).remove({ personId });
  }
}
