import {
  competitionChecks,
  type DrawCheck,
  type KeptCommitment,
  listChecks,
  same,
  verifiedCompetition,
  verifiedList,
} from "../../../typescript/src/draw-checks.ts";
import { DrawError, type VerifiedDraw } from "../../../typescript/src/draw-outcome.ts";
import {
  drawAt,
  type DrawDocument,
  isObject,
  type ListDraw,
  type PublishedDraw,
} from "../../../typescript/src/published-draw.ts";
import { type Call, type Command, isWebAddress } from "../command.ts";
import { drawIn, jsonIn, saved } from "../draw-file.ts";
import { Failure, UsageError } from "../failure.ts";
import { called } from "../service.ts";

export const VERIFY_COMMANDS: readonly Command[] = [
  {
    name: "verify",
    help: "compute a draw again: an address, a draw file, or the proof of a fair draw",
    arguments: ["SOURCE"],
    options: ["candidates", "commitment", "save", "rpc"],
    tool: "reads",
    run: async (call) => {
      try {
        await verify(call);
      } catch (error) {
        if (!(error instanceof DrawError)) throw error;
        const { message, member } = error;
        throw new Failure(`FAILED: ${member === null ? "" : `${member}: `}${message}`);
      }
    },
  },
];

async function verify(call: Call): Promise<void> {
  const { options, output } = call;
  const source = call.arguments[0]!;
  if (options.rpc !== undefined && !isWebAddress(options.rpc))
    throw new UsageError("--rpc is not an http address");
  const published = await publishedDraw(call, source);
  if (published.kind === "list") return verifyList(call, published.draw);
  if (options.candidates !== undefined || options.commitment !== undefined)
    throw new UsageError("--candidates and --commitment are for the proof of a fair draw");
  const { document } = published;
  if (options.rpc !== undefined && document.method === "vrf")
    throw new UsageError(`a node's data of a draw on chain: npm run verify -- ${source} --rpc …`);
  for (const { blockNumber, committedAt, voidedAt } of document.voidedCommitments)
    output.note(`the commitment of ${committedAt} to block ${blockNumber} was voided at ${voidedAt}`);
  const entries =
    options.save === undefined ? published.entries : saved(document, published.entries, options.save);
  const printed = new Printed(call);
  await printed.print(idChecks(source, document));
  await printed.print(competitionChecks(document, entries));
  const seen = options.rpc !== undefined && document.commitment !== null && document.winner !== null;
  if (seen) await printed.print(blockChecks(document, options.rpc));
  else if (options.rpc !== undefined) output.note("no block has decided yet, so the node is not queried");
  printed.conclude(verifiedCompetition(document), seen);
}

async function publishedDraw(call: Call, source: string): Promise<PublishedDraw> {
  const { candidates, save } = call.options;
  if (!isWebAddress(source)) {
    if (save !== undefined) throw new UsageError("--save is for draws that are read from their address");
    return drawIn(source, candidates);
  }
  if (candidates !== undefined) throw new UsageError("--candidates is for the file of a proof");
  const isPartners = /\/api\/v1\/competitions\/\d+\/draw$/.test(source);
  if (isPartners && !source.startsWith(`${call.baseUrl()}/`))
    throw new UsageError("this address takes a key, which is sent to the profile's address alone");
  return drawAt(source, { apiKey: isPartners ? call.apiKey() : null });
}

async function verifyList(call: Call, draw: ListDraw): Promise<void> {
  const { commitment: path, rpc, save } = call.options;
  if (rpc !== undefined) throw new UsageError("--rpc is for competitions: no block decides a fair draw");
  if (save !== undefined) throw new UsageError("--save is for draws of competitions");
  const commitment = path === undefined ? null : commitmentOf(await jsonIn(path));
  const printed = new Printed(call);
  await printed.print(listChecks(draw, commitment));
  printed.conclude(verifiedList(draw, commitment), false);
}

function commitmentOf(value: unknown): KeptCommitment {
  if (!isObject(value)) throw new DrawError("unreadable", "not the answer to a commit", "commitment");
  const { serverSeedHash, algorithm } = value;
  if (typeof serverSeedHash !== "string" || typeof algorithm !== "string")
    throw new DrawError("unreadable", "not the answer to a commit", "commitment");
  return { serverSeedHash, algorithm };
}

type Checks = AsyncIterable<DrawCheck> | Iterable<DrawCheck>;

/** Checks as they are printed, and the conclusion. */
class Printed {
  readonly #output: Call["output"];
  readonly #failed: string[] = [];

  constructor({ output }: Call) {
    this.#output = output;
  }

  async print(checks: Checks): Promise<void> {
    for await (const check of checks) {
      const { name, passed, detail } = check;
      this.#output.data(check, `  ${passed ? "passed" : "FAILED"}  ${name.padEnd(25)}  ${detail}`);
      if (!passed) this.#failed.push(name);
    }
  }

  /** @throws Failure: a check did not pass */
  conclude(draw: VerifiedDraw, hasSeenBlock: boolean): void {
    if (this.#failed.length > 0) throw new Failure(`FAILED: ${this.#failed.join(", ")}`);
    this.#output.data(draw, conclusionOf(draw, hasSeenBlock));
  }
}

function* idChecks(source: string, { competitionId }: DrawDocument): Generator<DrawCheck, void> {
  const id = /\/competitions?\/([1-9]\d{0,15})\/draw(?:\.json)?$/.exec(source)?.[1];
  if (id !== undefined) yield same("competitionId", competitionId, Number(id));
}

/** Compares the chain and the deciding block with those of a node. */
async function* blockChecks(
  { chainId, commitment, winner }: DrawDocument,
  rpc: string,
): AsyncGenerator<DrawCheck, void> {
  const number = `0x${commitment!.blockNumber.toString(16)}`;
  const chain = await resultOf(rpc, "eth_chainId", []);
  if (typeof chain !== "string" || !/^0x[0-9a-f]{1,13}$/.test(chain))
    throw new Failure("the node does not answer eth_chainId");
  yield same("chainId", chainId, Number(chain));
  const block = await resultOf(rpc, "eth_getBlockByNumber", [number, false]);
  if (block !== null && (!isObject(block) || block.number !== number))
    throw new Failure(`the node does not answer block ${number}`);
  yield same("winner.blockHash", winner!.blockHash, block?.hash);
}

/** Calls a node by JSON-RPC. @returns the result */
async function resultOf(rpc: string, method: string, params: readonly unknown[]): Promise<unknown> {
  const text = await called(rpc, { body: { jsonrpc: "2.0", id: 1, method, params } });
  try {
    return (JSON.parse(text) as { readonly result?: unknown }).result;
  } catch {
    throw new Failure(`the node does not answer ${method} by JSON-RPC`);
  }
}

function conclusionOf(draw: VerifiedDraw, hasSeenBlock: boolean): string {
  const { kind, ticketNumber, winnerIndices, compare } = draw;
  if (kind === "list") {
    const hash = compare["proof.serverSeedHash"];
    const trusted =
      hash === undefined ? "" : `; compare with the commitment: serverSeedHash ${hash} (--commitment)`;
    return `verified: drawn were ${JSON.stringify(winnerIndices)}${trusted}`;
  }
  const number = compare["commitment.blockNumber"];
  if (ticketNumber === null && number === undefined)
    return "verified what is requested; the winner is not decided yet";
  if (ticketNumber === null)
    return `verified what is committed; the winner is not decided yet: the hash of block ${number} decides`;
  const won = `verified: ticket ${ticketNumber} won`;
  if (hasSeenBlock) return won;
  if (number === undefined)
    return `${won}; that the seed is the number proven on chain, a node shows (npm run verify, --rpc): ${compare["answer.seed"]}`;
  return `${won}; compare the hash of block ${number} with a node of the chain (--rpc): ${compare["winner.blockHash"]}`;
}
