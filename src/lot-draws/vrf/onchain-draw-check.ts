import type { Hex } from "../../../ports/chain.ts";
import { firstWord, provenOutput, vrfInput, vrfKeyHash, vrfRequestId } from "./vrf-proof.ts";

// For servers and browsers, as its imports.

const WORD_DIGITS = 64;
/** Words of a proof before and after the pre-seed: two points and two scalars; what only the contract needs. */
const WORDS_BEFORE = 6;

interface Place {
  readonly blockNumber: number;
  readonly logIndex: number;
  readonly transactionHash: Hex;
}

interface Purchase extends Place {
  readonly buyer: Hex;
  readonly index: number;
  readonly first: number;
  readonly last: number;
  readonly cost: bigint;
}

/** A node's data about a lot on the raffle contract. Addresses are in lower case. */
export interface OnchainDraw {
  readonly contract: Hex;
  /** Address of the coordinator, according to the contract. */
  readonly coordinator: Hex;
  /** Terms in LotCreated; null: the event was not read. */
  readonly terms: { readonly price: bigint; readonly maxTickets: number } | null;
  /** Purchases in chain order. */
  readonly purchases: readonly Purchase[];
  readonly request: (Place & { readonly requestId: bigint; readonly tickets: number }) | null;
  /** The coordinator's event in the transaction of the request; null: there is none. */
  readonly coordinatorRequest: {
    readonly coordinator: Hex;
    readonly sender: Hex;
    readonly requestId: bigint;
    readonly keyHash: bigint;
    readonly preSeed: bigint;
    readonly blockHash: Hex;
  } | null;
  readonly drawn:
    | (Place & {
        readonly requestId: bigint;
        readonly seed: bigint;
        readonly ticket: number;
        readonly winner: Hex;
      })
    | null;
  /** The coordinator's event in the transaction of the answer; null: there is none. */
  readonly fulfilled: {
    readonly coordinator: Hex;
    readonly requestId: bigint;
    readonly output: bigint;
    readonly success: boolean;
  } | null;
  readonly answerInput: Hex | null;
}

interface OnchainCheck {
  readonly name: string;
  readonly passed: boolean;
  readonly detail: string;
}

/** Recomputes a draw by a verifiable random number from what the chain has. */
export function checkOnchainDraw(draw: OnchainDraw): OnchainCheck[] {
  const checks = [termsCheck(draw), ...purchaseChecks(draw)];
  if (draw.request === null) return [...checks, failed("request", "the draw is not requested")];
  checks.push(requestCheck(draw));
  if (draw.drawn === null) return [...checks, failed("answer", "the request is not answered")];
  checks.push(proofCheck(draw), ...winnerChecks(draw));
  return checks;
}

function termsCheck({ terms, purchases }: OnchainDraw): OnchainCheck {
  if (terms === null) return failed("terms", "the lot's creation is not there: begin at an earlier block");
  const wrong = purchases.find(({ first, last, cost }) => cost !== terms.price * BigInt(last - first + 1));
  if (wrong) return failed("terms", `purchase ${wrong.index} cost ${wrong.cost}`);
  return passed("terms", `${terms.price} units a ticket, at most ${terms.maxTickets}`);
}

function purchaseChecks({ terms, purchases, request }: OnchainDraw): OnchainCheck[] {
  let last = 0;
  for (const [place, purchase] of purchases.entries()) {
    if (purchase.index !== place || purchase.first !== last + 1 || purchase.last < purchase.first)
      return [
        failed(
          "purchases",
          `purchase ${place} is number ${purchase.index}, tickets ${purchase.first} to ${purchase.last}`,
        ),
      ];
    if (request !== null && !isBefore(purchase, request))
      return [failed("purchases", `purchase ${place} came after the request`)];
    ({ last } = purchase);
  }
  const tickets = request?.tickets ?? last;
  const most = terms?.maxTickets ?? 0;
  return [
    passed("purchases", `${purchases.length}, which follow each other from ticket 1 on`),
    last === tickets && last <= most
      ? passed("tickets", String(last))
      : failed("tickets", `${last} sold, ${tickets} drawn from, at most ${most}`),
  ];
}

function isBefore(a: Place, b: Place): boolean {
  return a.blockNumber < b.blockNumber || (a.blockNumber === b.blockNumber && a.logIndex < b.logIndex);
}

function requestCheck({ contract, coordinator, request, coordinatorRequest }: OnchainDraw): OnchainCheck {
  if (coordinatorRequest === null)
    return failed("request", "the transaction has no request to the coordinator");
  if (coordinatorRequest.coordinator !== coordinator)
    return failed("request", `of ${coordinatorRequest.coordinator}`);
  if (coordinatorRequest.sender !== contract)
    return failed("request", `sent by ${coordinatorRequest.sender}`);
  const { requestId } = request!;
  if (
    requestId !== coordinatorRequest.requestId ||
    requestId !== vrfRequestId(coordinatorRequest.keyHash, coordinatorRequest.preSeed)
  )
    return failed("request", `its id ${requestId} is not made of key hash and pre-seed`);
  return passed("request", `${requestId} to coordinator ${coordinator}`);
}

function proofCheck({
  coordinator,
  request,
  coordinatorRequest,
  drawn,
  fulfilled,
  answerInput,
}: OnchainDraw): OnchainCheck {
  if (coordinatorRequest === null || fulfilled === null || answerInput === null)
    return failed("proof", "the drawing transaction has no answer of the coordinator");
  const ids = [drawn!.requestId, fulfilled.requestId];
  if (ids.some((id) => id !== request!.requestId)) return failed("proof", "it answers another request");
  if (fulfilled.coordinator !== coordinator || !fulfilled.success)
    return failed("proof", "the coordinator does not say that it delivered the number");
  const output = outputIn(answerInput, coordinatorRequest);
  if (output === null) return failed("proof", "nothing in the transaction proves a number");
  if (output !== fulfilled.output) return failed("proof", `it proves ${output}, said is ${fulfilled.output}`);
  return passed(
    "proof",
    `of key hash 0x${coordinatorRequest.keyHash.toString(16).padStart(WORD_DIGITS, "0")}`,
  );
}

/** Finds the output of an answer. The pre-seed may be anywhere in the input, since answers also come in batches. */
function outputIn(
  input: Hex,
  { preSeed, keyHash, blockHash }: NonNullable<OnchainDraw["coordinatorRequest"]>,
): bigint | null {
  const digits = input.slice(2).toLowerCase();
  const seedDigits = preSeed.toString(16).padStart(WORD_DIGITS, "0");
  for (let place = digits.indexOf(seedDigits); place !== -1; place = digits.indexOf(seedDigits, place + 1)) {
    const start = place - WORDS_BEFORE * WORD_DIGITS;
    if (start < 0) continue;
    const words = Array.from({ length: WORDS_BEFORE }, (_, word) =>
      BigInt(`0x${digits.slice(start + word * WORD_DIGITS, start + (word + 1) * WORD_DIGITS)}`),
    );
    const [keyX, keyY, gammaX, gammaY, c, s] = words as [bigint, bigint, bigint, bigint, bigint, bigint];
    if (vrfKeyHash([keyX, keyY]) !== keyHash) continue;
    const proof = { publicKey: [keyX, keyY], gamma: [gammaX, gammaY], c, s } as const;
    const output = provenOutput(proof, vrfInput(preSeed, blockHash));
    if (output !== null) return output;
  }
  return null;
}

function winnerChecks({ purchases, request, drawn, fulfilled }: OnchainDraw): OnchainCheck[] {
  const { seed, ticket, winner } = drawn!;
  const fulfilledWord = fulfilled && firstWord(fulfilled.output);
  const number = request!.tickets > 0 ? Number(seed % BigInt(request!.tickets)) + 1 : 0;
  const owner = purchases.find(({ first, last }) => first <= number && number <= last)?.buyer ?? null;
  return [
    fulfilledWord === seed
      ? passed("seed", String(seed))
      : failed("seed", `${seed}, made of the proven number ${fulfilledWord}`),
    ticket === number
      ? passed("ticket", String(ticket))
      : failed("ticket", `${ticket}, by the seed ${number}`),
    owner === winner
      ? passed("winner", winner)
      : failed("winner", `${winner}; ${owner ?? "nobody"} has the ticket`),
  ];
}

function passed(name: string, detail: string): OnchainCheck {
  return { name, passed: true, detail };
}

function failed(name: string, detail: string): OnchainCheck {
  return { name, passed: false, detail };
}
