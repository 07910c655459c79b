import { z } from "zod";
import { ChainUnavailable } from "../../../ports/chain.ts";
import type { DrawLedgerEntry } from "../../../ports/fair-draws/fair-draw-book.ts";
import {
  DepositTooLarge,
  NoMatchingTransfer,
  TransactionNotFinal,
  TransactionNotFound,
} from "../../../src/deposits/deposit.ts";
import { Deposits } from "../../../src/deposits/deposits.ts";
import {
  DrawKeyRegistration,
  DrawKeyUsedBefore,
  KeyAlreadyRegistered,
} from "../../../src/fair-draws/draw-keys.ts";
import { ALGORITHM, MAX_CANDIDATES } from "../../../src/fair-draws/fair-draw.ts";
import {
  DrawAlreadyRevealed,
  DrawExpired,
  FairDraws,
  InsufficientBalance,
  type RevealedDraw,
  TooManyOpenDraws,
  UNIT_COST_CENTS,
} from "../../../src/fair-draws/fair-draws.ts";
import { MAX_PROOF_TTL_SEC, PROOF_HEADER, type ProofUse } from "../../../src/fair-draws/possession.ts";
import type { DrawId } from "../../../src/shared/ids.ts";
import { invariant } from "../../../src/shared/invariant.ts";
import { NotFound } from "../../../src/shared/problem.ts";
import { text } from "../../../src/shared/input/fields.ts";
import { count } from "../input/fields.ts";
import { revealRequest } from "../../../src/fair-draws/reveal-request.ts";
import { partnerRoute } from "./partner-route.ts";
import { WrittenReply, routes } from "../kernel/route.ts";

const REVEAL_LIMIT_BYTES = 8_000_000;

export const drawId: z.ZodType<DrawId, string> = z.string().meta({ format: "uuid" });
const hash = z.string().regex(/^[0-9a-f]{64}$/);

const settlementReply = z
  .strictObject({
    depositAddress: z.string().describe("The deposit address of your organisation."),
    tokenAddress: z.string(),
    tokenSymbol: z.string(),
    tokenDecimals: count,
  })
  .meta({ id: "DrawSettlement" });
export const settlement = settlementReply
  .nullable()
  .describe("The token and address of deposits. Null if the service accepts no deposits.");

const infoReply = z
  .strictObject({
    algorithm: z.string(),
    proofHeader: z.string().describe("The name of the header that carries the proof of possession."),
    unitCostCents: count,
    maxCandidates: count,
    maxProofTtlSec: count.describe("The maximum age of a proof, in seconds."),
    settlement,
    flow: z.array(z.string()),
  })
  .meta({ id: "DrawInfo" });

const keyRequest = z
  .strictObject({
    publicKey: text({ min: 1, max: 200 }).describe(
      "The Ed25519 public key: SPKI in DER, base64url without padding.",
    ),
  })
  .meta({ id: "DrawKeyRequest" });

const keyReply = z
  .strictObject({ ok: z.boolean(), keyPrefix: z.string().describe("The first characters of the API key.") })
  .meta({ id: "DrawKeyRegistration" });

const depositRequest = z
  .strictObject({
    txHash: z
      .string()
      .regex(/^0x[0-9a-fA-F]{64}$/, "must be 0x followed by 64 hexadecimal digits")
      .transform((hash) => hash.toLowerCase()),
  })
  .meta({ id: "DrawDepositRequest" });

const depositReply = z
  .strictObject({
    balanceCents: count,
    creditedCents: count,
    duplicate: z.boolean().describe("Whether the transaction was reported before."),
  })
  .meta({ id: "DrawDeposit" });

const commitmentReply = z
  .strictObject({
    drawId,
    serverSeedHash: hash,
    algorithm: z.string(),
    maxProofTtlSec: count,
  })
  .meta({ id: "DrawCommitment" });

const winnerIndices = z.array(count);

const drawResult = z
  .strictObject({
    winners: z.array(z.unknown()).describe("The drawn candidates, in draw order."),
    winnerIndices,
  })
  .meta({ id: "DrawResult" });

const drawProof = z
  .strictObject({
    alg: z.string(),
    serverSeedHash: hash,
    serverSeed: hash,
    clientSeed: z.string(),
    nonce: z.string(),
    candidatesHash: hash,
    candidateCount: count,
    pick: count,
    winnerIndices,
  })
  .meta({ id: "DrawProof" });

const revealReply = z
  .strictObject({
    result: drawResult,
    proof: drawProof,
    costCents: count.describe("The charge of the first reveal, in US cents."),
  })
  .meta({ id: "DrawReveal" });

const usageReply = z
  .strictObject({
    draws: count.describe("The number of revealed draws."),
    costCents: count,
    balanceCents: count,
    unitCostCents: count,
    settlement,
  })
  .meta({ id: "DrawUsage" });

export const ledgerEntryReply = z
  .strictObject({
    kind: z.enum(["draw", "deposit"]),
    amountCents: z
      .int()
      .describe("The change of the balance in US cents; negative for the charge of a draw."),
    txHash: z.string().nullable(),
    drawId: drawId.nullable(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: "DrawLedgerEntry" });
const ledgerReply = z
  .strictObject({
    entries: z.array(ledgerEntryReply),
  })
  .meta({ id: "DrawLedger" });

const common = { tag: "Fair draws", scope: "draws:create", status: 200, wrap: false } as const;

const NEEDS = { draws: FairDraws, keys: DrawKeyRegistration, deposits: Deposits };

export const drawRoutes = routes(NEEDS, ({ draws, keys, deposits }) => {
  return [
    partnerRoute({
      ...common,
      operationId: "getDrawInfo",
      method: "GET",
      path: "/draws/info",
      summary: "Get the terms of fair draws",
      description: "Returns the algorithm, the price, the limits, and where to send deposits.",
      reply: infoReply,
      problems: [ChainUnavailable],
      handle: async ({ caller }) => ({
        algorithm: ALGORITHM,
        proofHeader: PROOF_HEADER,
        unitCostCents: UNIT_COST_CENTS,
        maxCandidates: MAX_CANDIDATES,
        maxProofTtlSec: MAX_PROOF_TTL_SEC,
        settlement: await deposits.target(caller.organisationId),
        flow: ["register-key", "deposit", "commit", "reveal", "verify"],
      }),
    }),
    partnerRoute({
      ...common,
      operationId: "registerDrawKey",
      method: "POST",
      path: "/draws/register-key",
      summary: "Register a draw key",
      description:
        "Registers the key that signs proofs, once for each API key. Replace it later with rotate-key.",
      body: keyRequest,
      reply: keyReply,
      problems: [KeyAlreadyRegistered],
      handle: async ({ caller, body }) => {
        const keyPrefix = await keys.register(caller.apiKeyId, body.publicKey);
        return { ok: true, keyPrefix };
      },
    }),
    partnerRoute({
      ...common,
      operationId: "reportDeposit",
      method: "POST",
      path: "/draws/deposit",
      summary: "Report a deposit",
      description:
        "Credits the amount that the transaction transferred to your deposit address according to the chain. Each transaction is credited once.",
      proof: true,
      body: depositRequest,
      reply: depositReply,
      problems: [
        TransactionNotFound,
        TransactionNotFinal,
        NoMatchingTransfer,
        DepositTooLarge,
        ChainUnavailable,
      ],
      // Reads the chain, so it must not run inside a transaction; the ledger makes repeats safe.
      idempotency: "resumable",
      handle: async (request) => {
        const { caller, body } = request;
        const report = await deposits.report(caller.organisationId, body.txHash, requireProof(request));
        request.proofUsed();
        return report;
      },
    }),
    partnerRoute({
      ...common,
      operationId: "commitDraw",
      method: "POST",
      path: "/draws/commit",
      summary: "Commit to a draw",
      description:
        "Creates a secret server seed and publishes its hash. Reveal the draw within 7 days. At most 1,000 draws can be open at the same time.",
      proof: true,
      reply: commitmentReply,
      problems: [TooManyOpenDraws],
      handle: async (request) => {
        const { drawId, serverSeedHash } = await draws.commit(
          request.caller.organisationId,
          requireProof(request),
        );
        request.proofUsed();
        return { drawId, serverSeedHash, algorithm: ALGORITHM, maxProofTtlSec: MAX_PROOF_TTL_SEC };
      },
    }),
    partnerRoute({
      ...common,
      operationId: "revealDraw",
      method: "POST",
      path: "/draws/{drawId}/reveal",
      summary: "Reveal a draw",
      description:
        "Draws the winners and discloses the seed. Costs one unitCostCents of the balance. Repeating the request with the same inputs returns the same result at no charge. The body is limited to 8 MB.",
      proof: true,
      // A value that is not a UUID is answered like an unknown one, after the body is checked.
      params: z.object({ drawId }),
      body: revealRequest,
      bodyLimitBytes: REVEAL_LIMIT_BYTES,
      readsBody: true,
      beforeBody: ({ caller, segments, bodyBytes }) =>
        draws.announced(caller.organisationId, segments.drawId!, bodyBytes),
      reply: revealReply,
      problems: [NotFound, InsufficientBalance, DrawAlreadyRevealed, DrawExpired],
      // The computation takes longer than a transaction should. A repeat gives the same result without a stored list.
      idempotency: "repeatable",
      handle: async (request) => {
        const { caller, params, rawBody } = request;
        const proof = requireProof(request);
        const drawn = await draws.reveal(caller.organisationId, params.drawId, rawBody, proof);
        request.proofUsed();
        return written(drawn);
      },
    }),
    partnerRoute({
      ...common,
      operationId: "getDrawUsage",
      method: "GET",
      path: "/draws/usage",
      summary: "Get draw usage and balance",
      description: "Returns the number of draws, their total cost and the balance.",
      reply: usageReply,
      problems: [ChainUnavailable],
      handle: async ({ caller: { organisationId } }) => ({
        ...(await draws.usage(organisationId)),
        unitCostCents: UNIT_COST_CENTS,
        settlement: await deposits.target(organisationId),
      }),
    }),
    partnerRoute({
      ...common,
      operationId: "getDrawLedger",
      method: "GET",
      path: "/draws/ledger",
      summary: "Get the draw ledger",
      description: "Returns the 20 most recent changes of the balance, newest first.",
      reply: ledgerReply,
      handle: async ({ caller }) => ({
        entries: (await draws.ledger(caller.organisationId)).map(toLedgerEntry),
      }),
    }),
    partnerRoute({
      ...common,
      operationId: "rotateDrawKey",
      method: "POST",
      path: "/draws/rotate-key",
      summary: "Replace a draw key",
      description:
        "Needs a proof signed with the current key and a second proof signed with the new key. The current key stops working immediately and is never accepted again.",
      proof: true,
      newKeyProof: true,
      body: keyRequest,
      reply: keyReply,
      problems: [DrawKeyUsedBefore],
      handle: async (request) => {
        const { requireProofOfNewKey } = request;
        const keyPrefix = await keys.rotate(
          request.body.publicKey,
          requireProof(request),
          requireProofOfNewKey,
        );
        request.proofUsed();
        return { ok: true, keyPrefix };
      },
    }),
  ];
});

function requireProof({ proof }: { readonly proof: ProofUse | null }): ProofUse {
  invariant(proof, "a route that needs a proof is handled with one");
  return proof;
}

function toLedgerEntry({ createdAt, ...entry }: DrawLedgerEntry) {
  return { ...entry, createdAt: createdAt.toISOString() };
}

/** The winners are JSON already, and the indices become it once: they may be as large as the request. */
function written({ inputs, winnersJson, winnerIndices, costCents, ...seed }: RevealedDraw): WrittenReply {
  const { serverSeed, serverSeedHash } = seed;
  const { clientSeed, nonce, candidatesHash, candidateCount, pick } = inputs;
  const seeds = { alg: ALGORITHM, serverSeedHash, serverSeed, clientSeed, nonce };
  const proof = JSON.stringify({ ...seeds, candidatesHash, candidateCount, pick });
  const indices = `"winnerIndices":${JSON.stringify(winnerIndices)}}`;
  const start = '{"result":{"winners":';
  const end = `,${indices},"proof":${proof.slice(0, -1)},${indices},"costCents":${costCents}}`;
  return new WrittenReply(Buffer.concat([Buffer.from(start), winnersJson, Buffer.from(end)]));
}
