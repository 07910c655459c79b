import { randomBytes } from "node:crypto";
import { Checkout } from "../../../src/checkout/checkout.ts";
import type { LotId } from "../../../src/shared/ids.ts";
import type { Locale } from "../../../src/shop/locale.ts";
import type { Partner } from "./partner.ts";

interface HostedOptions {
  readonly quantity?: number;
  readonly locale?: Locale;
  /** Email of the buyer. Default: a new one. */
  readonly email?: string;
}

/** An order of the service's own pages, as a signed-in buyer places it. */
export async function placeHosted(
  { service, organisation }: Partner,
  lotId: number,
  {
    quantity = 2,
    locale = "en",
    email = `buyer-${randomBytes(6).toString("hex")}@example.com`,
  }: HostedOptions = {},
) {
  const { id } = await service.wiring.get(Checkout).create({
    organisationId: organisation.id,
    apiKeyId: null,
    hosted: { formKey: randomBytes(32), visitHash: null, locale, passHash: null, agreed: null },
    requestId: "test",
    idempotencyId: null,
    resumed: false,
    lotId: lotId as LotId,
    quantity,
    buyer: { email, wallet: null },
    skillPass: null,
    currency: null,
    applyCredit: true,
    returnUrl: null,
    affiliate: null,
  });
  return { id, lotId, email, address: `${service.baseUrl}/orders/${id}` };
}
