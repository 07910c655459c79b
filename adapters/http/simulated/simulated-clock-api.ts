import { type RequestHandler, Router } from "express";
import { z } from "zod";
import { parseJson, validate } from "../../../src/shared/input/validation.ts";
import { type ClockAdvance, MOST_AHEAD_SEC } from "../../../src/simulated/clock-advance.ts";
import { jsonAnswer, send, sendRefusal } from "../answers/answer.ts";
import { MethodNotAllowed } from "../answers/problems.ts";
import { readBody } from "../input/body.ts";
import { dateTime } from "../input/fields.ts";
import type { Mount } from "../kernel/api.ts";

const BODY_LIMIT_BYTES = 10_000;
const ROUTE = "/sandbox/clock";

const moveBody = z
  .strictObject({ advanceSec: z.int().min(1).max(MOST_AHEAD_SEC).optional(), to: dateTime.optional() })
  .transform(({ advanceSec, to }, context) => {
    if (advanceSec !== undefined && to === undefined) return { advanceSec };
    if (to !== undefined && advanceSec === undefined) return { to };
    context.addIssue({
      code: "custom",
      path: ["advanceSec"],
      message: "is required, unless to is given: exactly one of them",
    });
    return z.NEVER;
  });

/** The business clock: `GET` and `POST /sandbox/clock`. Requires no key, so it is never mounted in production. */
export function simulatedClockRoutes(clock: ClockAdvance): Mount {
  const router = Router({ caseSensitive: true, strict: true });
  const answered =
    (answer: (...[request]: Parameters<RequestHandler>) => Promise<object>): RequestHandler =>
    async (request, response, next) => {
      response.locals.route = ROUTE;
      try {
        send(response, jsonAnswer(200, await answer(request, response, next)));
      } catch (error) {
        sendRefusal(response, error);
      }
    };
  router.get(
    "/clock",
    answered(() => clock.time()),
  );
  router.post(
    "/clock",
    answered(async (request) =>
      clock.advance(validate(moveBody, parseJson(await readBody(request, BODY_LIMIT_BYTES)))),
    ),
  );
  router.all("/clock", (_request, response) => {
    response.setHeader("Allow", "GET, POST");
    sendRefusal(response, MethodNotAllowed.because());
  });
  return { path: "/sandbox", handler: router };
}
