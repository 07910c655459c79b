import { createRequire } from "node:module";
import type clientModule from "@adyen/api-library/lib/src/client.js";
import type * as config from "@adyen/api-library/lib/src/config.js";
import type * as modifications from "@adyen/api-library/lib/src/services/checkout/modificationsApi.js";
import type * as links from "@adyen/api-library/lib/src/services/checkout/paymentLinksApi.js";
import type * as payments from "@adyen/api-library/lib/src/services/checkout/paymentsApi.js";
import type * as payment from "@adyen/api-library/lib/src/typings/checkout/paymentRequest.js";
import type * as update from "@adyen/api-library/lib/src/typings/checkout/updatePaymentLinkRequest.js";

const require = createRequire(import.meta.url);
/** Its parts for Checkout: its index loads all its APIs. */
const part = (name: string): object => require(`@adyen/api-library/lib/src/${name}.js`);

let loaded: ReturnType<typeof load> | undefined;

/** The official library, 3 MB of memory: loaded when an account is first used, in a seventh of a second. */
export function adyenLibrary(): ReturnType<typeof load> {
  return (loaded ??= load());
}

function load() {
  // A default of CommonJS is read alike in every runner.
  const { default: Client } = part("client") as typeof clientModule;
  const { EnvironmentEnum } = part("config") as typeof config;
  const { ModificationsApi } = part("services/checkout/modificationsApi") as typeof modifications;
  const { PaymentLinksApi } = part("services/checkout/paymentLinksApi") as typeof links;
  const { PaymentsApi } = part("services/checkout/paymentsApi") as typeof payments;
  const { PaymentRequest } = part("typings/checkout/paymentRequest") as typeof payment;
  const { UpdatePaymentLinkRequest } = part("typings/checkout/updatePaymentLinkRequest") as typeof update;
  return {
    Client,
    EnvironmentEnum,
    ModificationsApi,
    PaymentLinksApi,
    PaymentsApi,
    PaymentRequest,
    UpdatePaymentLinkRequest,
  };
}
