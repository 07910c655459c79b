import { createPublicKey, randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { listChecks } from "../../../typescript/src/draw-checks.ts";
import { DrawError } from "../../../typescript/src/draw-outcome.ts";
import { type Output as Answer, type PartnerRaffle, RaffleError } from "../../../typescript/src/index.ts";
import { generateKey, sign } from "../../../typescript/src/proofs.ts";
import { listDrawOf, MOST_CANDIDATES } from "../../../typescript/src/published-draw.ts";
import { mayPass } from "../../../typescript/src/tries.ts";
import type { paths } from "../../../typescript/generated/partner-api.d.ts";
import type { Call, Command } from "../command.ts";
import { jsonIn, newFile } from "../draw-file.ts";
import { Failure, UsageError } from "../failure.ts";
import { idOf } from "./resources.ts";

const COMMIT = "/draws/commit";
const REVEAL = "/draws/{drawId}/reveal";
const MOST_TRIES = 3;

type Revealed = Answer<paths[typeof REVEAL]["post"]>;

export const DRAW_COMMANDS: readonly Command[] = [
  {
    name: "draws keygen",
    help: "make the key that signs fair draws, store it, and print its public half",
    options: ["register"],
    run: async ({ profile, options, raffle, output }) => {
      const isNew = profile.drawKey() === undefined;
      if (isNew) profile.keepDrawKey((await generateKey()).privateKey);
      output.note(`${isNew ? "stored in" : "it was there:"} ${profile.drawKeyFile}`);
      const publicKey = publicKeyOf(profile.drawKey()!);
      if (options.register !== undefined) {
        const { keyPrefix } = await raffle().post("/draws/register-key", { body: { publicKey } });
        output.note(`registered for the API key ${keyPrefix}…`);
      }
      output.data({ publicKey }, publicKey);
    },
  },
  {
    name: "draws run",
    help: "draw winners from a file with a JSON list: commit, reveal and verify",
    arguments: ["FILE"],
    options: ["winners", "save", "draw", "client-seed"],
    run: drawRun,
  },
];

function publicKeyOf(privateKey: string): string {
  return createPublicKey(privateKey).export({ type: "spki", format: "der" }).toString("base64url");
}

async function drawRun(call: Call): Promise<void> {
  const { options, output, profile } = call;
  if (options.winners === undefined) throw new UsageError("draws run: --winners is missing");
  const pick = idOf(options.winners);
  const candidates = await candidatesIn(call.arguments[0]!);
  if (pick > candidates.length)
    throw new UsageError(`${pick} winners cannot be drawn from ${candidates.length} candidates`);
  const privateKey = profile.drawKey();
  if (privateKey === undefined)
    throw new UsageError("no key signs fair draws yet: raffle draws keygen --register");
  const { draw: drawId, "client-seed": clientSeed } = options;
  if ((drawId === undefined) !== (clientSeed === undefined))
    throw new UsageError("draws run: --draw and --client-seed go together");
  const raffle = call.raffle();
  // To reveal a draw again costs nothing.
  const former = drawId === undefined || clientSeed === undefined ? null : { drawId, clientSeed };
  if (former === null) await expectBalance(raffle);
  const file = options.save === undefined ? null : await newFile(options.save);
  let complete = false;
  try {
    const drawn = await drawnFrom(call, { raffle, privateKey, candidates, pick, former });
    await file?.writeFile(`${JSON.stringify({ ...drawn, candidates })}\n`);
    complete = true;
    for (const [place, index] of drawn.result.winnerIndices.entries())
      output.data(
        { index, candidate: candidates[index] },
        `${index}  ${textOf(drawn.result.winners[place])}`,
      );
  } finally {
    await file?.close();
    if (file && !complete) await rm(options.save!);
  }
}

function textOf(candidate: unknown): string {
  return typeof candidate === "string" ? candidate : JSON.stringify(candidate);
}

/** @throws UsageError: the file is not a list to draw from */
async function candidatesIn(path: string): Promise<readonly unknown[]> {
  let list: unknown;
  try {
    list = await jsonIn(path);
  } catch (error) {
    throw error instanceof DrawError ? new UsageError(error.message) : error;
  }
  if (!Array.isArray(list)) throw new UsageError(`${path} is not a JSON list`);
  if (list.length === 0) throw new UsageError(`${path} has no candidates`);
  if (list.length > MOST_CANDIDATES)
    throw new UsageError(
      `${path} has ${list.length} candidates: at most ${MOST_CANDIDATES} can be drawn from`,
    );
  return list;
}

/** @throws Failure: a draw would be committed, but not revealed */
async function expectBalance(raffle: PartnerRaffle): Promise<void> {
  const { balanceCents, unitCostCents } = await raffle.get("/draws/usage");
  if (balanceCents < unitCostCents)
    throw new Failure(
      `the prepaid balance is used up: it has ${balanceCents} cents, and a draw costs ${unitCostCents}; nothing was committed`,
    );
}

interface Drawing {
  readonly raffle: PartnerRaffle;
  readonly privateKey: string;
  readonly candidates: readonly unknown[];
  readonly pick: number;
  /** A draw that an earlier run has committed; null: commit one. */
  readonly former: { readonly drawId: string; readonly clientSeed: string } | null;
}

/** Commits, reveals, and verifies the answer with the commitment from before. */
async function drawnFrom(call: Call, drawing: Drawing): Promise<Revealed> {
  const { raffle, candidates, pick, former } = drawing;
  const commitment = former
    ? null
    : await proven(call, drawing, COMMIT, "", (input) => raffle.post(COMMIT, input));
  const drawId = former?.drawId ?? commitment!.drawId;
  const clientSeed = former?.clientSeed ?? randomUUID();
  if (commitment !== null) {
    call.output.note(`draw ${drawId} is committed to serverSeedHash ${commitment.serverSeedHash}`);
    // The same request again has the same result, so an answer that is lost can be had without another draw.
    call.output.note(`without winners below, run it again with --draw ${drawId} --client-seed ${clientSeed}`);
  }
  const body = { clientSeed, pick, candidates: [...candidates] };
  const path = REVEAL.replace("{drawId}", drawId);
  const revealed = await proven(call, drawing, path, JSON.stringify(body), (input) =>
    raffle.post(REVEAL, { path: { drawId }, body, ...input }),
  );
  const { result, proof } = revealed;
  for await (const { name, passed, detail } of listChecks(
    listDrawOf({ result, proof }, candidates),
    commitment,
  ))
    if (!passed) throw new Failure(`FAILED: ${name}: ${detail}`);
  return revealed;
}

interface ProvenInput {
  readonly idempotencyKey: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Sends a signed request, again with a fresh signature where that may help. */
async function proven<T>(
  { apiKey, baseUrl }: Call,
  { privateKey }: Drawing,
  path: string,
  body: string,
  send: (input: ProvenInput) => Promise<T>,
): Promise<T> {
  const request = { apiKey: apiKey(), path: new URL(`${baseUrl()}/api/v1${path}`).pathname, body };
  const idempotencyKey = randomUUID();
  for (let number = 1; ; number += 1) {
    const headers = { "Service-Proof": await sign(request, privateKey) };
    try {
      return await send({ idempotencyKey, headers });
    } catch (error) {
      if (number === MOST_TRIES || !(error instanceof RaffleError) || !mayPass(error)) throw error;
      await new Promise((done) => setTimeout(done, (error.retryAfter ?? number) * 1_000));
    }
  }
}
