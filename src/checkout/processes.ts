import { Checkout } from "./checkout.ts";
import { Confirmation } from "./confirmation.ts";
import { Expiration } from "./expiration.ts";
import { BuyerReturns } from "./buyer-returns.ts";

export const CHECKOUT = [Checkout, Confirmation, BuyerReturns, Expiration] as const;
