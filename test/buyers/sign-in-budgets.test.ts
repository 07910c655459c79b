import { privateKeyToAccount } from "viem/accounts";
import { describe, expect, it } from "vitest";
import { Mails } from "../../ports/mails/mails.ts";
import { FormBrowser } from "../support/browser/form-browser.ts";
import { Partner } from "../support/builders/partner.ts";
import { Shopper } from "../support/builders/shopper.ts";
import { TestService } from "../support/service/service.ts";
import { opened, prepared } from "../support/opened.ts";

const STARTS = 3;
const ORDERS = 2;
const PAGES = 12;
const key = privateKeyToAccount(`0x${"66".repeat(32)}`);

const service = opened(() =>
  TestService.open({
    environment: {
      TRUST_PROXY: "1",
      HOSTED_SIGN_INS_PER_HOUR: String(STARTS),
      HOSTED_ORDERS_PER_10_MIN: String(ORDERS),
    },
  }),
);
const partner = prepared(() => Partner.add(service));
const rival = prepared(() => Partner.add(service));

let clients = 0;
const newClient = () => `10.60.0.${(clients += 1)}`;
const newEmail = () => `buyer-${crypto.randomUUID()}@example.com`;
/** Opens another browser behind a shared address. */
const at = (client: string) => new FormBrowser(service.baseUrl, { "X-Forwarded-For": client });
const pathOf = ({ organisation }: Partner, route: string) => `/checkout/${organisation.slug}/sign-in${route}`;

async function ask(client: string, of = partner) {
  const [browser, email] = [at(client), newEmail()];
  const { status, headers } = await browser.post(pathOf(of, "/mail"), { email });
  return { browser, email, status, retryAfter: Number(headers.get("Retry-After")) };
}

async function finish({ browser, email }: Awaited<ReturnType<typeof ask>>, of = partner) {
  const content = (await service.wiring.get(Mails).newest(50)).find(({ to }) => to === email)?.content;
  const code = content?.kind === "sign_in_code" ? content.code : "";
  return browser.post(pathOf(of, "/code"), { code, next: `/tickets/${of.organisation.slug}` });
}

async function askWallet(client: string) {
  const browser = at(client);
  const { status, text } = await browser.post(pathOf(partner, "/wallet/message"), {
    walletAddress: key.address,
  });
  return { browser, status, message: status === 200 ? (JSON.parse(text).message as string) : "" };
}

async function finishWallet({ browser, message }: Awaited<ReturnType<typeof askWallet>>) {
  const signature = await key.signMessage({ message });
  return browser.post(pathOf(partner, "/wallet/proof"), { signature });
}

describe("buyers who share an address", () => {
  it("all sign in, one after the other, by mail and by wallet: a finished sign-in gives its start back", async () => {
    const client = newClient();
    for (let n = 0; n < 2 * STARTS; n += 1) {
      const begun = await ask(client);
      expect(begun.status).toBe(303);
      expect((await finish(begun)).status).toBe(303);
      const signing = await askWallet(client);
      expect(signing.status).toBe(200);
      expect((await finishWallet(signing)).status).toBe(200);
    }
  });

  it("begin as many sign-ins as the setting says without finishing them, and go on once one is finished", async () => {
    const client = newClient();
    const begun = [await ask(client), await ask(client), await ask(client)];
    expect(begun.map(({ status }) => status)).toEqual([303, 303, 303]);
    const refused = await ask(client);
    expect(refused.status).toBe(429);
    expect(refused.retryAfter > 0 && refused.retryAfter <= 3_600 / STARTS).toBe(true);
    expect((await askWallet(client)).status).toBe(429);
    expect((await finish(begun[0]!)).status).toBe(303);
    expect((await ask(client)).status).toBe(303);
    expect((await ask(client)).status).toBe(429);
  });

  it("get one start back for one code, however often and by how many requests at once it is entered", async () => {
    const client = newClient();
    const [one] = [await ask(client), await ask(client), await ask(client)];
    await Promise.all([finish(one), finish(one), finish(one)]);
    await finish(one);
    expect((await ask(client)).status).toBe(303);
    expect((await ask(client)).status).toBe(429);
  });

  it("get it back where the sign-in began, also when it is finished from another address", async () => {
    const client = newClient();
    const begun = [await ask(client), await ask(client), await ask(client)];
    const { browser, email } = begun[0]!;
    const elsewhere = at(newClient());
    for (const [name, value] of browser.cookies) elsewhere.cookies.set(name, value);
    expect((await finish({ ...begun[0]!, browser: elsewhere, email })).status).toBe(303);
    expect((await ask(client)).status).toBe(303);
    expect((await ask(client)).status).toBe(429);
  });

  it("have separate sign-ins at each organisation", async () => {
    const client = newClient();
    for (let n = 0; n <= STARTS; n += 1) await ask(client);
    expect((await ask(client)).status).toBe(429);
    expect((await ask(client, rival)).status).toBe(303);
  });

  it("have separate orders at each organisation", async () => {
    const client = newClient();
    const buy = async (of: Partner) => {
      const shopper = await Shopper.signIn(service, of.organisation.id, { client });
      const lot = await of.lot();
      const page = await shopper.get(`/checkout/${of.organisation.slug}/${lot.id}`);
      return (await shopper.order(page)).status;
    };
    expect([await buy(partner), await buy(partner), await buy(partner)]).toEqual([303, 303, 429]);
    expect(await buy(rival)).toBe(303);
  });
});

it("mails five codes an hour to one address, also where each of them is entered", async () => {
  const email = newEmail();
  const send = async () => {
    const browser = at(newClient());
    const { status } = await browser.post(pathOf(partner, "/mail"), { email });
    return { browser, email, status, retryAfter: 0 };
  };
  for (let n = 0; n < 5; n += 1) {
    const begun = await send();
    expect(begun.status).toBe(303);
    expect((await finish(begun)).status).toBe(303);
  }
  expect((await send()).status).toBe(429);
});

it("counts pages that know the buyer for each organisation, and unknown names and orders for the address alone", async () => {
  const narrow = await TestService.open({
    databaseUrl: service.databaseUrl,
    environment: { TRUST_PROXY: "1", PUBLIC_REQUESTS_PER_MINUTE: String(PAGES) },
  });
  try {
    const browser = new FormBrowser(narrow.baseUrl, { "X-Forwarded-For": newClient() });
    const open = async ({ organisation }: Partner) =>
      (await browser.get(`/tickets/${organisation.slug}`, { Accept: "text/html" })).status;
    // An organisation is unknown to a process until its first page.
    expect([await open(partner), await open(rival)]).toEqual([200, 200]);
    const statuses = [];
    for (let n = 0; n <= PAGES; n += 1) statuses.push(await open(partner));
    expect(statuses.at(-1)).toBe(429);
    expect(await open(rival)).toBe(200);
    const unknown = [];
    for (let n = 0; n <= PAGES; n += 1) unknown.push((await browser.get(`/tickets/nobody-${n}`)).status);
    expect([unknown[0], unknown.at(-1)]).toEqual([404, 429]);
    expect((await browser.get(`/orders/cs_${"0".repeat(26)}`)).status).toBe(429);
    expect(await open(rival)).toBe(200);
  } finally {
    await narrow.stop();
  }
});
