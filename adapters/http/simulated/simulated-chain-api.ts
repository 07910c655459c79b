import { type RequestHandler, type Response, Router } from "express";
import { z } from "zod";
import type { ChainSimulation } from "../../../ports/simulated/chain-simulation.ts";
import type { Hex } from "../../../ports/chain.ts";
import { jsonAnswer, send, sendRefusal } from "../answers/answer.ts";
import type { Mount } from "../kernel/api.ts";
import { readBody } from "../input/body.ts";
import { parseJson, validate } from "../../../src/shared/input/validation.ts";
import { MethodNotAllowed } from "../answers/problems.ts";

const BODY_LIMIT_BYTES = 10_000;
const MAX_UNITS = 2n ** 256n - 1n;

const address = z
  .string()
  .regex(/^0x[0-9a-f]{40}$/i, "must be 0x followed by 40 hexadecimal digits")
  .transform((text) => text as Hex);

const mineBody = z.strictObject({ blocks: z.int().min(1).max(10_000) });

const transferBody = z.strictObject({
  token: address,
  to: address,
  /** In the token's smallest unit. */
  units: z
    .string()
    .regex(/^\d{1,78}$/, "must be 1 to 78 decimal digits")
    .refine((digits) => !/^\d{1,78}$/.test(digits) || BigInt(digits) <= MAX_UNITS, "must be below 2^256")
    .transform((digits) => BigInt(digits)),
});

/** Controls of the simulated chain: `/sandbox/chain/…`. Requires no key, so it is never mounted in production. */
export function simulatedChainRoutes(chain: ChainSimulation): Mount {
  const router = Router({ caseSensitive: true, strict: true });
  post(router, "/mine", mineBody, async ({ blocks }) => ({ head: await chain.mine(blocks) }));
  post(router, "/transfers", transferBody, async (transfer) => ({ txHash: await chain.transfer(transfer) }));
  return { path: "/sandbox/chain", handler: router };
}

function post<S extends z.ZodType>(
  router: Router,
  path: string,
  schema: S,
  handle: (body: z.output<S>) => Promise<object>,
): void {
  const route: RequestHandler = (request, response) =>
    answered(response, async () => {
      response.locals.route = `/sandbox/chain${path}`;
      const body = validate(schema, parseJson(await readBody(request, BODY_LIMIT_BYTES)));
      send(response, jsonAnswer(200, await handle(body)));
    });
  router.post(path, route);
  router.all(path, (_request, response) => {
    response.setHeader("Allow", "POST");
    sendRefusal(response, MethodNotAllowed.because());
  });
}

async function answered(response: Response, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    sendRefusal(response, error);
  }
}
