/** What Stripe answers a request that it does not carry out. */
export class StripeRefusal extends Error {
  readonly status: number;
  readonly error: Readonly<Record<string, string>>;
  /** Whether an idempotency key remembers it: what was refused at the door is not. */
  readonly remembered: boolean;

  constructor(status: number, error: Readonly<Record<string, string>>, { remembered = false } = {}) {
    super(error["message"]);
    this.status = status;
    this.error = { type: "invalid_request_error", ...error };
    this.remembered = remembered;
  }
}

export function missing(what: string, id: string): StripeRefusal {
  return new StripeRefusal(404, {
    code: "resource_missing",
    param: "id",
    message: `No such ${what}: '${id}'`,
  });
}

export function invalid(param: string, message: string, code?: string): StripeRefusal {
  return new StripeRefusal(400, { param, message, ...(code && { code }) });
}
