import { randomBytes, randomUUID } from "node:crypto";
import { DrawKeys } from "../../../ports/fair-draws/draw-keys.ts";
import { operatorPrincipal } from "../../../ports/principal.ts";
import { OrganisationAdministration } from "../../../src/organisations/organisation-administration.ts";
import { FairDraws } from "../../../src/fair-draws/fair-draws.ts";
import type { ProofUse } from "../../../src/fair-draws/possession.ts";
import { openService } from "../servers/cluster.ts";
import { quantiles, type Times } from "./draw-partner.ts";

const ACT = { actor: operatorPrincipal("bench"), requestId: "bench" };

type Opened = Awaited<ReturnType<typeof openService>>;

/** `FairDraws.reveal` called in this process: the seed, the draw in its thread, the transaction. No HTTP, no signature. */
export class DrawFunction {
  readonly #opened: Opened;
  readonly #organisationId: number;
  readonly #apiKeyId: number;
  readonly #proofKey: Uint8Array;

  private constructor(
    opened: Opened,
    account: { organisationId: number; apiKeyId: number; proofKey: Uint8Array },
  ) {
    this.#opened = opened;
    this.#organisationId = account.organisationId;
    this.#apiKeyId = account.apiKeyId;
    this.#proofKey = account.proofKey;
  }

  /** @param apiKeyId has no key for proofs yet */
  static async open(
    url: string,
    account: { organisationId: number; apiKeyId: number },
  ): Promise<DrawFunction> {
    const opened = await openService(url);
    const proofKey = randomBytes(32);
    await opened.wiring.get(DrawKeys).register(account.apiKeyId, proofKey, new Date());
    return new DrawFunction(opened, { ...account, proofKey });
  }

  async reveals(body: string, count: number): Promise<Times> {
    const draws = this.#opened.wiring.get(FairDraws);
    const times: number[] = [];
    for (let i = 0; i < count + 5; i++) {
      const { drawId } = await draws.commit(this.#organisationId, this.#proof());
      const request = Buffer.from(body);
      const from = performance.now();
      await draws.reveal(this.#organisationId, drawId, request, this.#proof());
      if (i >= 5) times.push(performance.now() - from);
    }
    return quantiles(times);
  }

  close(): Promise<void> {
    return this.#opened.database.close();
  }

  #proof(): ProofUse {
    const expiresAt = new Date(Date.now() + 60_000);
    const [apiKeyId, proofKey] = [this.#apiKeyId, this.#proofKey];
    return { apiKeyId, proofKey, jti: randomUUID(), usedBy: randomUUID(), expiresAt };
  }
}

/** Creates an organisation that may draw. @returns its id, and the secret and id of a key */
export async function openDrawAccount({ wiring, database }: Opened, slug: string, balanceCents: number) {
  const administration = wiring.get(OrganisationAdministration);
  const { id } = await administration.createOrganisation(ACT, { slug, name: slug });
  await database.pool.query("insert into draw_account (organisation_id, balance_cents) values ($1, $2)", [
    id,
    balanceCents,
  ]);
  return { id, ...(await addDrawKey({ wiring, database }, id)) };
}

export function addDrawKey({ wiring }: Opened, organisationId: number) {
  const scopes = ["draws:create"] as const;
  const facts = { name: "bench", scopes, rateLimit: 10_000_000, rateWindowSec: 1 };
  return wiring.get(OrganisationAdministration).createApiKey(ACT, organisationId, facts);
}
