import { Identities } from "../../../ports/people/identities.ts";
import type { LinkedIdentity } from "../../../src/people/provider/provider.ts";
import type { PersonId } from "../../../src/shared/ids.ts";
import { Store } from "../database/store.ts";
import { PersonRow, ProviderWayRow } from "../entities/people.ts";
import { selection, text, together } from "../statements/selection.ts";

const LINKED = selection(PersonRow, "p", ["id"], {
  identity: together({ issuer: text("oidcIssuer"), subject: text("oidcSubject") }),
});
const WAY = selection(ProviderWayRow, "w", ["personId", "createdAt", "expiresAt"]);

export class PostgresIdentities extends Store implements Identities {
  static readonly as = Identities;

  async personOf({ issuer, subject }: LinkedIdentity): Promise<PersonId | null> {
    const person = await this.db.rows(LINKED).one({ oidcIssuer: issuer, oidcSubject: subject });
    return person?.id ?? null;
  }

  async of(personId: PersonId): Promise<LinkedIdentity | null> {
    return (await this.db.rows(LINKED).locked({ id: personId }))?.identity ?? null;
  }

  async link(personId: PersonId, identity: LinkedIdentity | null): Promise<void> {
    const { issuer = null, subject = null } = identity ?? {};
    await this.db.rows(PersonRow).change({ id: personId }, { oidcIssuer: issuer, oidcSubject: subject });
  }

  async addWay({ hash, personId, createdAt, expiresAt }: Parameters<Identities["addWay"]>[0]): Promise<void> {
    await this.db.rows(ProviderWayRow).add({ hash, personId, createdAt, expiresAt });
  }

  async endWays(personId: PersonId): Promise<void> {
    await this.db.rows(ProviderWayRow).remove({ personId });
  }

  async takeWay(hash: Uint8Array, now: Date): ReturnType<Identities["takeWay"]> {
    const [way] = await this.db.rows(WAY).removed({ hash });
    return way && way.expiresAt > now ? { personId: way.personId, createdAt: way.createdAt } : null;
  }
}
