import { Identities } from "../../../ports/people/identities.ts";
import type { LinkedIdentity } from "../../../src/people/provider/provider.ts";
import type { PersonId } from "../../../src/shared/ids.ts";
import { flag, int8, row, text, time, together } from "../statements/row.ts";
import { statement } from "../statements/statement.ts";
import { Store } from "../database/store.ts";

const LINKED = row("person p", {
  id: int8<PersonId>(),
  identity: together({ issuer: text("oidc_issuer"), subject: text("oidc_subject") }),
});
const WAY = row("provider_way w", {
  personId: int8<PersonId>().orNull,
  createdAt: time(),
  isFresh: flag({ sql: "w.expires_at > $2" }),
});
const PERSON_OF = statement(
  "person-of-identity",
  `select ${LINKED.columns} from person p where p.oidc_issuer = $1 and p.oidc_subject = $2`,
);
const OF = statement(
  "identity-of-person",
  `select ${LINKED.columns} from person p where p.id = $1 for no key update`,
);
const LINK = statement(
  "link-identity",
  "update person p set oidc_issuer = $2, oidc_subject = $3 where p.id = $1",
);
const ADD_WAY = statement(
  "add-provider-way",
  "insert into provider_way (hash, person_id, created_at, expires_at) values ($1, $2, $3, $4)",
);
const END_WAYS = statement("end-provider-ways", "delete from provider_way w where w.person_id = $1");
const TAKE_WAY = statement(
  "take-provider-way",
  `delete from provider_way w where w.hash = $1 returning ${WAY.columns}`,
);

export class PostgresIdentities extends Store implements Identities {
  static readonly as = Identities;

  async personOf({ issuer, subject }: LinkedIdentity): Promise<PersonId | null> {
    const [found] = await this.db.query(PERSON_OF, [issuer, subject]);
    return found ? LINKED.record(found).id : null;
  }

  async of(personId: PersonId): Promise<LinkedIdentity | null> {
    const [found] = await this.db.query(OF, [personId]);
    return found ? LINKED.record(found).identity : null;
  }

  async link(personId: PersonId, identity: LinkedIdentity | null): Promise<void> {
    await this.db.query(LINK, [personId, identity?.issuer ?? null, identity?.subject ?? null]);
  }

  async addWay({ hash, personId, createdAt, expiresAt }: Parameters<Identities["addWay"]>[0]): Promise<void> {
    await this.db.query(ADD_WAY, [hash, personId, createdAt, expiresAt]);
  }

  async endWays(personId: PersonId): Promise<void> {
    await this.db.query(END_WAYS, [personId]);
  }

  async takeWay(hash: Uint8Array, now: Date): ReturnType<Identities["takeWay"]> {
    const [taken] = await this.db.query(TAKE_WAY, [hash, now]);
    if (!taken) return null;
    const { isFresh, ...way } = WAY.record(taken);
    return isFresh ? way : null;
  }
}
