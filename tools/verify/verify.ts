/**
 * Computes a draw again from public data: of a competition (docs/verifying-a-draw.md), or a fair draw over a list
 * (docs/fair-draw-v1.md).
 */
import { createReadStream } from "node:fs";
import { type FileHandle, open, rm } from "node:fs/promises";
import { resolve } from "node:path";
import { checkLotDraw } from "../../src/lot-draws/lot-draw-check.ts";
import { nodeSha256 } from "../../src/lot-draws/node-sha256.ts";
import { checkOnchainDraw } from "../../src/lot-draws/vrf/onchain-draw-check.ts";
import { type Draw, documentLine, entryLine, readDrawFile } from "../../src/lot-draws/lot-draw-file.ts";
import type { Hex } from "../../ports/chain.ts";
import type { DrawEntry, LotDrawDocument, SeenBlock } from "../../src/lot-draws/lot-draw-document.ts";
import { blockAt, drawAt } from "./draw-online.ts";
import { chainChecks, EntriesOfChain } from "../chain/compared-with-chain.ts";
import { drawOnChain } from "../chain/draw-on-chain.ts";
import { isProof, verifiedProof } from "./proof.ts";
import { answerHelp, BadUsage, parsed, reportFailure } from "../usage.ts";

const USAGE = `npm run verify -- <draw file>
npm run verify -- <https://…/embed/{organisation}/competition/{id}/draw.json>   (needs no key)
npm run verify -- <https://…/api/v1/competitions/{id}/draw>   (API_KEY: a key with the scope winners:read)

  --save <file>  keeps a draw that is read from its address as a draw file
  --rpc <url>    compares the hash of the block with a node of the chain (JSON-RPC); for a competition on chain, all
                 data of its raffle contract: purchases, request, proof and seed

npm run verify -- --contract <address> --lot <id> --rpc <url>: a draw on chain, by the raffle contract alone

  --from-block <n>  the first block to read, such as that in which the contract was deployed

npm run verify -- <proof file>: a fair draw, by the answer to its reveal, as JSON

  --candidates <file>  the list as JSON; default: the member candidates of the proof file
  --commitment <file>  the answer to the commit, kept from before the client seed was chosen

Exits 0: everything fits; 1: something does not, or could not be read; 2: bad usage.`;
answerHelp(USAGE);

const WRITE_BYTES = 65_536;

interface Call {
  readonly source: string;
  readonly candidates: string | null;
  readonly commitment: string | null;
  /** The id in the address; null: the source is a file. */
  readonly competitionId: number | null;
  /** null: none is needed. */
  readonly apiKey: string | null;
  readonly save: string | null;
  readonly rpc: string | null;
}

function readCall(args: readonly string[]): Call {
  const { source, save, rpc, candidates, commitment } = optionsOf(args);
  const common = {
    save: save === undefined ? null : pathOf(save),
    rpc: rpc ?? null,
    candidates: candidates === undefined ? null : pathOf(candidates),
    commitment: commitment === undefined ? null : pathOf(commitment),
  };
  if (rpc !== undefined && !isWebAddress(rpc)) throw new BadUsage(`--rpc ${rpc} is not an http address`);
  if (!isWebAddress(source)) {
    if (save !== undefined) throw new BadUsage("--save is for draws that are read from their address");
    return { ...common, source: pathOf(source), competitionId: null, apiKey: null };
  }
  const openId = /^[^?#]*\/competition\/([1-9]\d{0,15})\/draw\.json$/.exec(source)?.[1];
  if (openId !== undefined) return { ...common, source, competitionId: Number(openId), apiKey: null };
  const competitionId = /^[^?#]*\/competitions\/([1-9]\d{0,15})\/draw$/.exec(source)?.[1];
  if (competitionId === undefined)
    throw new BadUsage(`${source} does not end in /competition/{id}/draw.json or in /competitions/{id}/draw`);
  const apiKey = process.env.API_KEY;
  if (!apiKey) throw new BadUsage("this address needs a key in the variable API_KEY");
  return { ...common, source, competitionId: Number(competitionId), apiKey };
}

/** Reads the options of a draw that is verified by its contract alone; null: the call is another one. */
function readChainCall(args: readonly string[]): Parameters<typeof drawOnChain>[0] | null {
  if (!args.includes("--contract")) return null;
  const text = { type: "string" } as const;
  const options = { contract: text, lot: text, rpc: text, "from-block": text };
  const { contract, lot, rpc, "from-block": from = "0" } = parsed({ args: [...args], options }).values;
  if (!/^0x[0-9a-f]{40}$/i.test(contract ?? "")) throw new BadUsage("--contract is not an address");
  if (!/^[1-9]\d{0,15}$/.test(lot ?? "")) throw new BadUsage("--lot is not a competition's id");
  if (!isWebAddress(rpc ?? "")) throw new BadUsage("--rpc is not an http address");
  if (!/^\d{1,15}$/.test(from)) throw new BadUsage("--from-block is not a block's number");
  return {
    contract: contract!.toLowerCase() as Hex,
    lotId: BigInt(lot!),
    rpc: rpc!,
    fromBlock: Number(from),
  };
}

async function verifyOnChain(call: Parameters<typeof drawOnChain>[0]): Promise<boolean> {
  const { chainId, draw } = await drawOnChain(call);
  console.log(`lot ${call.lotId} of contract ${draw.contract}, chain ${chainId}`);
  return reported(
    checkOnchainDraw(draw),
    () =>
      `verified: ticket ${draw.drawn!.ticket} of ${draw.drawn!.winner} won; compare the coordinator ${draw.coordinator} with Chainlink's on this chain`,
  );
}

function optionsOf(args: readonly string[]) {
  const text = { type: "string" } as const;
  const options = { save: text, rpc: text, candidates: text, commitment: text };
  const { values, positionals } = parsed({ args: [...args], options, allowPositionals: true });
  const [source, ...more] = positionals;
  if (source === undefined || more.length > 0) throw new BadUsage("one file or address is needed");
  return { source, ...values };
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\//.test(text) && URL.canParse(text);
}

/** Resolves a path from the caller's folder: npm changes to the project's. */
function pathOf(file: string): string {
  return resolve(process.env.INIT_CWD ?? ".", file);
}

async function verify(call: Call): Promise<boolean> {
  const ofProof = call.candidates !== null || call.commitment !== null;
  if (call.competitionId === null && (ofProof || (await isProof(call.source)))) return verifyProof(call);
  if (ofProof) throw new BadUsage("--candidates and --commitment are for the proof of a fair draw");
  return verifyDraw(call);
}

async function verifyProof({ source, candidates, commitment, rpc }: Call): Promise<boolean> {
  if (rpc !== null) throw new BadUsage("--rpc is for draws of competitions: no block decides a fair draw");
  const { introduction, checks, conclusion } = await verifiedProof({ proof: source, candidates, commitment });
  console.log(introduction);
  return reported(checks, () => conclusion);
}

async function verifyDraw(call: Call): Promise<boolean> {
  const draw =
    call.competitionId === null
      ? await readDrawFile(createReadStream(call.source, "utf8"))
      : await drawAt({ url: call.source, apiKey: call.apiKey });
  const { document } = draw;
  introduce(document);
  if (document.method === "vrf") return verifyDrawOnChain(call, draw);
  const seen = call.rpc === null ? null : await seenBlock(document, call.rpc);
  const entries = call.save === null || document.commitment === null ? draw.entries : saved(draw, call.save);
  const checks: Check[] = await checkLotDraw(document, entries, seen, nodeSha256);
  return reported([...addressChecks(call, document), ...checks], () => conclusion(document, seen));
}

/** Verifies the draw of a lot on chain by its document, and with a node also by the contract's data. */
async function verifyDrawOnChain(call: Call, draw: Draw): Promise<boolean> {
  const { document } = draw;
  const { contract, competitionId, request = null, answer = null } = document;
  if (contract === undefined) throw new Error("the document names no contract");
  const lot = { contract: contract.toLowerCase() as Hex, lotId: BigInt(competitionId), fromBlock: 0 };
  const seen = call.rpc === null ? null : await drawOnChain({ ...lot, rpc: call.rpc });
  const compared = seen && new EntriesOfChain(seen);
  const read = call.save === null || request === null ? draw.entries : saved(draw, call.save);
  const entries = compared === null ? read : compared.passing(read);
  const checks: Check[] = await checkLotDraw(document, entries, null, nodeSha256);
  checks.unshift(...addressChecks(call, document));
  if (seen !== null && request !== null) checks.push(...chainChecks(document, seen), compared!.check());
  return reported(checks, () => {
    if (answer === null) return "verified what is requested; the winner is not decided yet";
    const rest = seen
      ? `; compare contract ${contract} and coordinator ${seen.draw.coordinator} with those you know`
      : "; that the seed is the number that was proven on chain, a node shows (--rpc)";
    return `verified: ticket ${answer.ticketNumber} won${rest}`;
  });
}

function addressChecks({ competitionId: expected }: Call, { competitionId }: LotDrawDocument): Check[] {
  if (expected === null) return [];
  const passed = competitionId === expected;
  const detail = `${competitionId}${passed ? "" : `, and the address asks for ${expected}`}`;
  return [{ name: "competitionId", passed, detail }];
}

interface Check {
  readonly name: string;
  readonly passed: boolean;
  readonly detail: string;
}

/** Prints the checks, and the conclusion if all passed. */
function reported(checks: readonly Check[], conclusion: () => string): boolean {
  for (const { name, passed, detail } of checks) {
    console.log(`  ${passed ? "passed" : "FAILED"}  ${name.padEnd(25)}  ${detail}`);
  }
  const failed = checks.filter(({ passed }) => !passed).map(({ name }) => name);
  console.log(failed.length === 0 ? conclusion() : `FAILED: ${failed.join(", ")}`);
  return failed.length === 0;
}

function introduce({ competitionId, chainId, status, voidedCommitments }: LotDrawDocument): void {
  console.log(`competition ${competitionId}, chain ${chainId}: ${status}`);
  for (const { blockNumber, committedAt, voidedAt } of voidedCommitments) {
    console.log(`  note: the commitment of ${committedAt} to block ${blockNumber} was voided at ${voidedAt}`);
  }
}

function conclusion({ commitment, winner }: LotDrawDocument, seen: SeenBlock | null): string {
  const block = `block ${commitment!.blockNumber}`;
  if (winner === null) {
    return `verified what is committed; the winner is not decided yet: the hash of ${block} decides`;
  }
  const trusted = seen ? "" : `; compare the hash of ${block} with a node of the chain (--rpc)`;
  return `verified: ticket ${winner.ticketNumber} won${trusted}`;
}

async function seenBlock({ commitment, winner }: LotDrawDocument, rpc: string): Promise<SeenBlock | null> {
  if (commitment !== null && winner !== null) return blockAt(rpc, commitment.blockNumber);
  console.log("  note: no block has decided yet, so the node is not queried");
  return null;
}

/** Yields the entries, and writes them to a draw file. A draw that is not read to its end leaves no file. */
async function* saved({ document, entries }: Draw, path: string): AsyncGenerator<DrawEntry, void> {
  const file = await newFile(path);
  let complete = false;
  try {
    let text = documentLine(document);
    for await (const entry of entries) {
      text += entryLine(entry);
      if (text.length >= WRITE_BYTES) {
        await file.writeFile(text);
        text = "";
      }
      yield entry;
    }
    await file.writeFile(text);
    complete = true;
  } finally {
    await file.close();
    if (!complete) await rm(path);
  }
}

async function newFile(path: string): Promise<FileHandle> {
  try {
    return await open(path, "wx");
  } catch (error) {
    throw new BadUsage(`--save: ${(error as Error).message}`);
  }
}

try {
  const args = process.argv.slice(2);
  const chainCall = readChainCall(args);
  const verified = await (chainCall === null ? verify(readCall(args)) : verifyOnChain(chainCall));
  // 1 also for a draw without a commitment: programs must not take "nothing there yet" for "verified".
  process.exitCode = verified ? 0 : 1;
} catch (error) {
  reportFailure(error, USAGE);
}
