import { randomBytes } from "node:crypto";
import express, { type NextFunction, type Request, type Response, Router } from "express";
import { z } from "zod";
import { FIELDS_CHOICES } from "./kinds.ts";
import { jsonWithin } from "../shared/bounded.ts";
import { contentSecurityPolicy, missingPage, paymentPage } from "./page.ts";
import { SANDBOX_ACTS, type SandboxActOptions, type SandboxProvider } from "./provider.ts";
import type { SandboxPayment } from "../../ports/simulated/sandbox-payments.ts";

const actBody = z
  .strictObject({
    outcome: z.enum(SANDBOX_ACTS),
    /** Minor units that arrive instead of the charge. */
    amount: z.int().positive().optional(),
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/)
      .optional(),
    late: z.boolean().optional(),
  })
  .refine((body) => body.outcome === "paid" || (body.amount ?? body.currency ?? body.late) === undefined, {
    message: "amount, currency and late are allowed only with the outcome paid",
  });
const pageQuery = z.object({
  acted: z.string().optional().catch(undefined),
  scanned: z.string().optional().catch(undefined),
  card: z.enum(FIELDS_CHOICES).nullable().catch(null),
});

/** Limits of the simulated provider where buyers are real: to payments of test organisations. */
export interface SandboxGuard {
  maySee(payment: SandboxPayment): Promise<boolean>;
  /** Returns whether the request may let the provider act, by `POST /sandbox/payments/:sessionId`. */
  mayAct(payment: SandboxPayment, request: Request, response: Response): Promise<boolean>;
}
const OPEN: SandboxGuard = { maySee: async () => true, mayAct: async () => true };

interface SandboxRoutesOptions {
  readonly provider: SandboxProvider;
  readonly baseUrl: string;
  /** Default: everything is allowed. */
  readonly guard?: SandboxGuard;
}

/**
 * The simulated provider's own web face: `POST /sandbox/payments/:sessionId` and the page `/sandbox/pay/:sessionId`.
 * It reads its bodies itself, so it is mounted before any other body parser. In-page kinds are shown in the partner's
 * frame, which the service's own headers forbid. Where buyers are real, a page that the guard refuses does not exist.
 */
export function sandboxRoutes({ provider, baseUrl, guard = OPEN }: SandboxRoutesOptions): Router {
  const router = Router();
  const shownPayment = async (sessionId: string) => {
    const payment = await provider.payment(sessionId);
    return payment !== null && (await guard.maySee(payment)) ? payment : null;
  };

  router.post(
    "/sandbox/payments/:sessionId",
    express.raw({ type: "application/json", limit: "10kb" }),
    async (request: Request<{ sessionId: string }>, response: Response) => {
      const sent: unknown = request.body;
      const json = sent instanceof Buffer && sent.length > 0 ? jsonWithin(sent, 1) : {};
      if (json === undefined)
        return refuse(response, 400, "invalid_request", "The body could not be parsed.");
      const body = actBody.safeParse(json);
      if (!body.success) return refuse(response, 400, "invalid_request", z.prettifyError(body.error));
      const payment = await shownPayment(request.params.sessionId);
      if (payment === null || !(await guard.mayAct(payment, request, response)))
        return refuse(response, 404, "not_found", "The provider has no such payment.");
      const { outcome, ...rest } = body.data;
      const acted = await provider.act(payment.sessionId, outcome, actOptions(payment, rest));
      if (acted.result === "done")
        return response.json({ ...paymentReply(acted.payment), notified: acted.notified });
      if (acted.result === "not_found")
        return refuse(response, 404, "not_found", "The provider has no such payment.");
      return refuse(response, 409, "invalid_transition", `The payment is ${acted.payment.state}.`);
    },
  );

  router.use("/sandbox/pay", keepOpener);
  router.get(
    "/sandbox/pay/:sessionId",
    async (request: Request<{ sessionId: string }>, response: Response, next: NextFunction) => {
      const payment = await shownPayment(request.params.sessionId);
      if (payment === null && guard !== OPEN) return next();
      const nonce = randomBytes(16).toString("base64");
      response.removeHeader("X-Frame-Options");
      response.set({
        "Content-Security-Policy": contentSecurityPolicy(payment, nonce),
        "Cache-Control": "no-store",
        "Referrer-Policy": "no-referrer",
        "X-Content-Type-Options": "nosniff",
      });
      if (payment === null) return response.status(404).type("html").send(missingPage(nonce));
      const { acted, scanned, card } = pageQuery.parse(request.query);
      const returnAddress = provider.returnAddress(payment);
      const view = { payment, baseUrl, nonce, returnAddress, card };
      const page = await paymentPage({ ...view, acted: acted !== undefined, scanned: scanned !== undefined });
      return response.type("html").send(page);
    },
  );

  router.post(
    "/sandbox/pay/:sessionId",
    express.urlencoded({ extended: false, limit: "1kb" }),
    async (request: Request<{ sessionId: string }>, response: Response) => {
      const form = z.object({ outcome: z.enum(SANDBOX_ACTS) }).safeParse(request.body);
      const payment = form.success && (await shownPayment(request.params.sessionId));
      if (payment) await provider.act(payment.sessionId, form.data.outcome);
      // The page shows the outcome, and then continues to the shop: the page's own form-action would stop a redirect
      // from here.
      response.redirect(303, "?acted=1");
    },
  );

  router.use("/sandbox", refuseUnreadable);
  return router;
}

/** A window that a page of the service opened keeps its opener, as with most providers; redirects count, too. */
function keepOpener(_request: Request, response: Response, next: NextFunction): void {
  response.setHeader("Cross-Origin-Opener-Policy", "unsafe-none");
  next();
}

function actOptions(
  { charge }: SandboxPayment,
  { amount, currency, late }: { amount?: number; currency?: string; late?: boolean },
): SandboxActOptions {
  if (amount === undefined && currency === undefined) return { late };
  return { late, received: { amount: amount ?? charge.amount, currency: currency ?? charge.currency } };
}

function paymentReply(payment: SandboxPayment): object {
  const { amount, currency } = payment.received ?? payment.charge;
  return { sessionId: payment.sessionId, state: payment.state, amount, currency };
}

function refuse(response: Response, status: number, error: string, message: string): Response {
  return response.status(status).json({ error, message });
}

/** Bodies that the parser would not read. */
function refuseUnreadable(error: unknown, _request: Request, response: Response, next: NextFunction): void {
  const status = z.object({ status: z.int().min(400).max(499) }).safeParse(error);
  if (!status.success) return next(error);
  if (status.data.status === 413) refuse(response, 413, "payload_too_large", "The body is too large.");
  else refuse(response, 400, "invalid_request", "The body could not be parsed.");
}
