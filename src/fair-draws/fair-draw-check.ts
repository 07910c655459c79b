import canonicalize from "canonicalize";
import { z } from "zod";
import {
  ALGORITHM,
  candidatesHash,
  MAX_CANDIDATE_DEPTH,
  MAX_CANDIDATES,
  MAX_CLIENT_SEED,
  MAX_NONCE,
  serverSeedHash,
  winnerIndices,
} from "./fair-draw.ts";
import { NotIJson, readIJson } from "./i-json.ts";
import { HEX_32 } from "../shared/hex.ts";
import { parsedAs } from "../shared/parsed-as.ts";

/** A winning candidate is nested deepest: in the list of winners, in the result, in the response. */
const MAX_DEPTH = MAX_CANDIDATE_DEPTH + 3;

const hex32 = z.string().regex(HEX_32, "must be 64 lower-case hexadecimal digits");
const text = (maxCodePoints: number) =>
  z
    .string()
    .refine((value) => [...value].length <= maxCodePoints, `must have at most ${maxCodePoints} characters`);
const count = z.int().min(1).max(MAX_CANDIDATES);
const position = z
  .int()
  .min(0)
  .max(MAX_CANDIDATES - 1);

/** The checkable part of a reveal response. */
export const FairDrawAnswer = z.object({
  result: z.object({ winners: z.array(z.unknown()), winnerIndices: z.array(position) }),
  proof: z.object({
    alg: z.string(),
    serverSeedHash: hex32,
    serverSeed: hex32,
    clientSeed: text(MAX_CLIENT_SEED),
    nonce: text(MAX_NONCE),
    candidatesHash: hex32,
    candidateCount: count,
    pick: count,
    winnerIndices: z.array(position),
  }),
});
export type FairDrawAnswer = z.infer<typeof FairDrawAnswer>;

/** The binding part of a commit response. */
export const FairDrawCommitment = z.object({ serverSeedHash: hex32, algorithm: z.string() });
export type FairDrawCommitment = z.infer<typeof FairDrawCommitment>;

const candidate = z
  .unknown()
  .refine(
    (value) => isWithin(value, MAX_CANDIDATE_DEPTH),
    `is nested deeper than ${MAX_CANDIDATE_DEPTH} levels`,
  );
export const Candidates = z.array(candidate).min(1).max(MAX_CANDIDATES);

/** Reads a file with one JSON value. Raises NotIJson, also when the value does not match the schema. */
export function readAs<T>(schema: z.ZodType<T>, json: string): T {
  return parsedAs(schema, readIJson(json, MAX_DEPTH), (fault) =>
    NotIJson.because(`Unexpected content: ${fault}`),
  );
}

/** One check of a fair draw, named after the member that it checks. */
export interface FairDrawCheck {
  readonly name:
    | "commitment.algorithm"
    | "commitment.serverSeedHash"
    | "proof.alg"
    | "proof.serverSeedHash"
    | "proof.candidateCount"
    | "proof.candidatesHash"
    | "proof.pick"
    | "proof.winnerIndices"
    | "result.winnerIndices"
    | "result.winners";
  readonly passed: boolean;
  /** The value, or both values and the position where they differ. */
  readonly detail: string;
}

/**
 * Recomputes a fair draw from its proof and its list, both read by `readAs`.
 * @param commitment null: the seed is not compared with a commitment
 */
export function checkFairDraw(
  { result, proof }: FairDrawAnswer,
  candidates: readonly unknown[],
  commitment: FairDrawCommitment | null,
): FairDrawCheck[] {
  const checks = [same("proof.alg", proof.alg, ALGORITHM, "this program knows")];
  if (commitment) {
    checks.push(
      same("commitment.algorithm", commitment.algorithm, proof.alg, "the proof says"),
      same("commitment.serverSeedHash", commitment.serverSeedHash, proof.serverSeedHash, "the proof says"),
    );
  }
  checks.push(
    same("proof.serverSeedHash", proof.serverSeedHash, serverSeedHash(proof.serverSeed), "the seed gives"),
    same("proof.candidateCount", proof.candidateCount, candidates.length, "the list has"),
    same("proof.candidatesHash", proof.candidatesHash, candidatesHash(candidates), "the list gives"),
  );
  if (proof.pick > proof.candidateCount) {
    return [...checks, failed("proof.pick", `${proof.pick} of ${proof.candidateCount} cannot be drawn`)];
  }
  const drawn = winnerIndices(proof.serverSeed, proof);
  const winners = drawn.map((index) => candidates[index]);
  return [
    ...checks,
    sameList("proof.winnerIndices", proof.winnerIndices, drawn),
    sameList("result.winnerIndices", result.winnerIndices, drawn),
    sameList("result.winners", result.winners, winners),
  ];
}

function isWithin(value: unknown, depth: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  return depth > 0 && Object.values(value).every((inner) => isWithin(inner, depth - 1));
}

function same(
  name: FairDrawCheck["name"],
  stated: string | number,
  found: string | number,
  source: string,
): FairDrawCheck {
  if (stated === found) return { name, passed: true, detail: String(stated) };
  return failed(name, `it is ${stated}, ${source} ${found}`);
}

function sameList(
  name: FairDrawCheck["name"],
  stated: readonly unknown[],
  found: readonly unknown[],
): FairDrawCheck {
  if (stated.length !== found.length)
    return failed(name, `there are ${stated.length}, drawn were ${found.length}`);
  const place = stated.findIndex((value, index) => canonicalize(value) !== canonicalize(found[index]));
  if (place === -1) return { name, passed: true, detail: `${stated.length} as drawn` };
  return failed(
    name,
    `the one drawn at ${place + 1} is ${printable(stated[place])}, computed was ${printable(found[place])}`,
  );
}

/** Returns untrusted text for a terminal: truncated, with control and invisible characters escaped. */
export function printable(value: unknown): string {
  const short = (canonicalize(value) ?? "missing").slice(0, 200);
  return short.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, (found) => `\\u{${found.codePointAt(0)!.toString(16)}}`);
}

function failed(name: FairDrawCheck["name"], detail: string): FairDrawCheck {
  return { name, passed: false, detail };
}
