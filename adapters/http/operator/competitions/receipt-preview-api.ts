import { z } from "zod";
import { ReceiptPreview } from "../../../../src/mails/receipt-preview.ts";
import type { LotId } from "../../../../src/shared/ids.ts";
import { routes } from "../../kernel/route.ts";
import { ofItem, organisationRoute } from "../request.ts";

const previewReply = z
  .strictObject({
    subject: z.string().describe("The subject of the mail."),
    replyTo: z
      .string()
      .nullable()
      .describe("The address that receives replies. Null: replies go to the sender."),
    text: z.string().describe("The text of the mail, for programs that show no HTML."),
  })
  .meta({ id: "ReceiptPreview" });

export const receiptPreviewRoutes = routes({ preview: ReceiptPreview }, ({ preview }) => [
  organisationRoute({
    operationId: "getReceiptPreview",
    method: "GET",
    path: "/competitions/{id}/receipt-preview",
    summary: "Get a preview of the receipt",
    description:
      "Returns the mail that buyers get after their payment, about an example of two tickets, in the organisation's language. " +
      "Nothing is sent.",
    tag: "Competitions",
    permission: "competitions:read",
    params: ofItem<LotId>(),
    reply: previewReply,
    handle: async ({ organisation, params }) => {
      const { subject, replyTo, text } = await preview.of(organisation, params.id);
      return { subject, replyTo, text };
    },
  }),
]);
