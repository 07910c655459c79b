/** Stripe's answer to a request that it does not carry out. */
export class StripeRefusal extends Error {
  readonly status: number;
  readonly error: Readonly<Record<string, string>>;
  /** true: an idempotency key remembers it; early refusals are not remembered. */
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
