/** Computes fair draws over lists again, for `npm run verify`. See docs/fair-draw-v1.md. */
import { open, readFile } from "node:fs/promises";
import { z } from "zod";
import {
  Candidates,
  checkFairDraw,
  type FairDrawCheck,
  FairDrawAnswer,
  FairDrawCommitment,
  readAs,
  printable,
} from "../../src/fair-draws/fair-draw-check.ts";

const HEAD_BYTES = 4_096;
/** The beginning of a draw file, the other kind of file. Any other object is taken for a proof. */
const DRAW_FILE = /^\{"competitionId":/;
const OBJECT = /^\s*\{/;

interface ProofFiles {
  readonly proof: string;
  /** null: the list is in the proof file. */
  readonly candidates: string | null;
  /** null: nothing kept from before the draw. */
  readonly commitment: string | null;
}

interface VerifiedProof {
  /** One line, what was drawn. */
  readonly introduction: string;
  readonly checks: readonly FairDrawCheck[];
  /** One line, for a draw that fits. */
  readonly conclusion: string;
}

/** Returns true if a file is the proof of a fair draw, and not a draw file of a competition. */
export async function isProof(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    const head = buffer.toString("utf8", 0, bytesRead);
    return OBJECT.test(head) && !DRAW_FILE.test(head);
  } finally {
    await file.close();
  }
}

/** Raises NotIJson with the file's name. */
export async function verifiedProof(files: ProofFiles): Promise<VerifiedProof> {
  const answer = await readFrom(files.proof, FairDrawAnswer);
  const candidates =
    files.candidates === null
      ? (await readFrom(files.proof, z.object({ candidates: Candidates }))).candidates
      : await readFrom(files.candidates, Candidates);
  const commitment = files.commitment === null ? null : await readFrom(files.commitment, FairDrawCommitment);
  const { clientSeed, nonce, candidateCount, pick, serverSeedHash } = answer.proof;
  const trusted = commitment
    ? ""
    : `; compare with the commitment: serverSeedHash ${serverSeedHash} (--commitment)`;
  return {
    introduction: `fair draw of ${pick} out of ${candidateCount}, client seed ${printable(clientSeed)}, nonce ${printable(nonce)}`,
    checks: checkFairDraw(answer, candidates, commitment),
    conclusion: `verified: drawn were ${printable(answer.proof.winnerIndices)}${trusted}`,
  };
}

async function readFrom<T>(path: string, schema: z.ZodType<T>): Promise<T> {
  const bytes = await readFile(path);
  try {
    return readAs(schema, new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch (cause) {
    throw new Error(`${path} cannot be used`, { cause });
  }
}
