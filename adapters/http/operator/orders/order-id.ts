import { z } from "zod";
import { isOrderId, type OrderId } from "../../../../src/shared/ids.ts";

export const orderId: z.ZodType<OrderId, string> = z
  .string()
  .refine(isOrderId, "must be the id of an order")
  .meta({ description: "The checkout session's id.", pattern: "^cs_[0-9a-z]{26}$" });

/** The path of one order. */
export const ofOrder = z.strictObject({ id: orderId });
