import { expect, it } from "vitest";
import { MailSender } from "../../src/mails/mail-sender.ts";
import { addOrganisation } from "../support/builders/organisations.ts";
import { addMail } from "../support/receivers/written-mail.ts";
import { TestService } from "../support/service/service.ts";
import { opened } from "../support/opened.ts";

const service = opened(() => TestService.open());

async function add(to: string, lotTitle: string, state: "sent" | "by_hand") {
  const organisation = await addOrganisation(service.database);
  await addMail(service, {
    organisationId: organisation.id,
    to,
    locale: "de",
    content: { kind: "refund", orderId: "cs_1", lotTitle, amount: "5.00 EUR", state },
  });
  await service.wiring.get(MailSender).sendOnce();
  await service.wiring.get(MailSender).drain();
}

it("the mailbox shows what would have been sent, also by recipient, as a page and as JSON", async () => {
  await add("one@example.com", "<script>alert(1)</script>\r\n\u202eUhr", "sent");
  await add("two@example.com", "Velo", "by_hand");
  const json = { Accept: "application/json" };
  const all = await service.call("GET", "/sandbox/mailbox", { headers: json });
  expect(all.json.data.map(({ to }: { to: string }) => to)).toEqual(["two@example.com", "one@example.com"]);
  const [mail] = (await service.call("GET", "/sandbox/mailbox?to=One%40example.com", { headers: json })).json
    .data;
  expect(mail).toMatchObject({ to: "one@example.com", kind: "refund", state: "sent" });
  expect(mail.subject).toBe("Rückerstattung für <script>alert(1)</script> Uhr");
  expect(mail.text).toContain("5.00 EUR");

  const page = await service.call("GET", "/sandbox/mailbox?to=one%40example.com", {
    headers: { Accept: "text/html" },
  });
  expect(page.status).toBe(200);
  expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(page.text).toContain("&lt;script&gt;");
  expect(page.text).not.toContain("<script");
  expect(page.text).not.toContain("two@example.com");
  expect((await service.call("POST", "/sandbox/mailbox")).status).toBe(405);
});
