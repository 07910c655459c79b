import { Checkout } from "./checkout.ts";
import { Confirmation } from "./confirmation.ts";
import { Expiration } from "./expiration.ts";
import { Returning } from "./returning.ts";

export const CHECKOUT = [Checkout, Confirmation, Returning, Expiration] as const;
