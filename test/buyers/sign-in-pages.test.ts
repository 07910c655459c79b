import { privateKeyToAccount } from "viem/accounts";
import { beforeAll, describe, expect, it } from "vitest";
import { ChainUnavailable } from "../../ports/chain.ts";
import { MailSettings } from "../../ports/settings.ts";
import { Mails } from "../../ports/mails/mails.ts";
import { Partner } from "../support/builders/partner.ts";
import { FormBrowser } from "../support/browser/form-browser.ts";
import { TestService } from "../support/service/service.ts";
import { WalletSignatures } from "../../ports/buyers/wallet-signatures.ts";
import { opened, prepared } from "../support/opened.ts";

const key = privateKeyToAccount(`0x${"44".repeat(32)}`);
const otherKey = privateKeyToAccount(`0x${"55".repeat(32)}`);

let at: string;
const service = opened(() =>
  TestService.open({ environment: { TRUST_PROXY: "1", BASE_DOMAIN: "raffles.example" } }),
);
const partner = prepared(() => Partner.add(service));
beforeAll(async () => {
  at = `/checkout/${partner.organisation.slug}/sign-in`;
});

const newEmail = () => `buyer-${crypto.randomUUID()}@example.com`;
const open = (headers?: Record<string, string>) => new FormBrowser(service.baseUrl, headers);
const wrongOf = (code: string) => code.replace(/^./, (digit) => String((Number(digit) + 1) % 10));

async function codeFor(email: string): Promise<string> {
  const newest = await service.wiring.get(Mails).newest(50);
  const content = newest.find(({ to }) => to === email)?.content;
  if (content?.kind !== "sign_in_code") throw new Error(`no code for ${email}`);
  return content.code;
}

async function requestCode(email = newEmail(), fields: Record<string, string> = {}, browser = open()) {
  const sent = await browser.post(`${at}/mail`, { email, ...fields });
  return { browser, email, sent, code: await codeFor(email) };
}

describe("signing in by mail, without a script", () => {
  it("leads from page to page and back to where the buyer came from, with the fields", async () => {
    const next = `/checkout/${partner.organisation.slug}/7?quantity=3&visit=abc`;
    const browser = open({ "Accept-Language": "de" });
    const start = await browser.get(`${at}?next=${encodeURIComponent(next)}&ended=1`);
    expect(start.status).toBe(200);
    expect(start.text).toContain("Es wurde nichts abgebucht.");
    expect(start.text).toContain(`name="next" value="${next.replaceAll("&", "&amp;")}"`);
    const { code, sent, email } = await requestCode(undefined, { next }, browser);
    expect(sent.status).toBe(303);
    const page = await browser.follow(sent);
    expect(page.text).toContain(email);
    expect(page.text).toContain('autocomplete="one-time-code"');
    expect(sent.headers.get("Location")).not.toContain(encodeURIComponent(email));
    const done = await browser.post(`${at}/code`, { code: ` ${code.slice(0, 4)} ${code.slice(4)} `, next });
    expect([done.status, done.headers.get("Location")]).toEqual([303, next]);
    const [cookie] = done.headers.getSetCookie();
    expect(cookie).toMatch(
      /^buyer=[\w-]{43}; Max-Age=2592000; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/,
    );
    expect(browser.cookies.has(`attempt-${partner.organisation.slug}`)).toBe(false);
    expect((await browser.get(at)).text).toContain(`Angemeldet als <bdi class="who">${email}</bdi>`);
    const out = await browser.post(`${at}/out`, { next });
    expect(out.headers.get("Location")).toBe(next);
    expect((await browser.get(at)).text).not.toContain(email);
  });

  it("says the same of a code that is wrong, old, used or of another browser, and how many tries are left", async () => {
    const { browser, code } = await requestCode();
    const sentence = "This code does not work.";
    const tell = async (of: FormBrowser, tried: string) => {
      const { status, text } = await of.post(`${at}/code`, { code: tried });
      expect(status).toBe(400);
      return /<p id="code-wrong"[^>]*>([^<]*)</.exec(text)?.[1];
    };
    for (const tries of ["4 tries", "3 tries", "2 tries", "1 try"])
      expect(await tell(browser, wrongOf(code))).toBe(`${sentence} You have ${tries} left.`);
    const askNew = `${sentence} Ask for a new code.`;
    expect(await tell(browser, wrongOf(code))).toBe(askNew);
    expect(await tell(browser, code)).toBe(askNew);
    expect(await tell(open(), code)).toBe(askNew);
    const other = await requestCode();
    const attempt = `attempt-${partner.organisation.slug}`;
    const copy = open();
    copy.cookies.set(attempt, other.browser.cookies.get(attempt)!);
    await other.browser.post(`${at}/code`, { code: other.code });
    // Within two seconds a browser may send a page twice.
    await new Promise((resolve) => void setTimeout(resolve, 2_100));
    expect(await tell(copy, other.code)).toBe(askNew);
    // A browser that is signed in already, and sends the page once more, continues.
    const again = await other.browser.post(`${at}/code`, { code: other.code });
    expect([again.status, again.headers.get("Location")]).toEqual([
      303,
      `/tickets/${partner.organisation.slug}`,
    ]);
    const late = await requestCode();
    const answer = await service.clock.later(11 * 60_000, () => tell(late.browser, late.code));
    expect(answer).toBe(askNew);
  });

  it("answers known and unknown addresses alike, and no address with the field named", async () => {
    const known = newEmail();
    await partner.checkout((await partner.lot()).id, { buyer: { email: known } });
    // Database queries count too: their time would reveal what the page hides.
    const counted = async <T>(work: () => Promise<T>) => {
      const before = service.database.roundTrips;
      const done = await work();
      return { done, trips: service.database.roundTrips - before };
    };
    // The organisation is remembered for a second.
    await open().get(at);
    const began = [];
    for (const email of [known, newEmail()]) {
      const browser = open();
      const { done: sent, trips } = await counted(() => browser.post(`${at}/mail`, { email }));
      const guess = await counted(() => browser.post(`${at}/code`, { code: "00000000" }));
      began.push({ browser, email, sent, trips: [trips, guess.trips], guessed: guess.done.status });
    }
    expect(began[0]!.trips).toEqual(began[1]!.trips);
    expect(began.map(({ guessed }) => guessed)).toEqual([400, 400]);
    const answers = began;
    const [one, two] = await Promise.all(answers.map(({ browser, sent }) => browser.follow(sent)));
    expect(one!.text.replaceAll(answers[0]!.email, "x")).toBe(two!.text.replaceAll(answers[1]!.email, "x"));
    expect(answers[0]!.sent.headers.get("Location")).toBe(answers[1]!.sent.headers.get("Location"));
    for (const email of ["", "x", "a@x.example, b@y.example", "x@y.example\r\nBcc: z@y.example"]) {
      const { status, text } = await open().post(`${at}/mail`, { email });
      expect([status, text.includes('id="email-wrong"')], email).toEqual([400, true]);
    }
  });

  it("shows that a mail was refused in the browser that waits for it, and in no other", async () => {
    const { browser } = await requestCode();
    const state = async (of: FormBrowser) => (await of.get(`${at}/mail`)).json;
    expect(await state(browser)).toEqual({ state: "waiting" });
    const refused = /<p[^>]* data-mail-refused="[^"]*"( hidden)?/;
    expect(refused.exec((await browser.get(`${at}/code`)).text)![1]).toBe(" hidden");
    await service.sql(
      "update mail set state = 'refused', due_at = null where id = (select max(id) from mail)",
    );
    expect(await state(browser)).toEqual({ state: "refused" });
    expect(refused.exec((await browser.get(`${at}/code`)).text)![1]).toBeUndefined();
    expect(await state(open())).toEqual({ state: null });
  });

  it("is not offered where no mail leaves: a wallet is", async () => {
    const silent = await TestService.open({
      databaseUrl: service.databaseUrl,
      replace: (wiring) => wiring.bind(MailSettings, () => ({ offered: false, mailbox: false })),
    });
    const browser = new FormBrowser(silent.baseUrl);
    for (const page of [await browser.get(at), await browser.get(`/tickets/${partner.organisation.slug}`)]) {
      expect(page.text).not.toContain('name="email"');
      expect(page.text).toContain("Signing in by email is not offered here. Use a wallet.");
      expect(page.text).toContain("data-wallet");
    }
    expect((await browser.post(`${at}/mail`, { email: newEmail() })).status).toBe(400);
    await silent.stop();
  });

  it("refuses the sixth mail within an hour, and says when to ask again", async () => {
    const email = newEmail();
    for (let n = 0; n < 5; n += 1) expect((await requestCode(email)).sent.status).toBe(303);
    const refused = await open().post(`${at}/mail`, { email });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(3_500);
    expect(refused.text).toContain("You can continue in 60 minutes.");
  });

  it("begins again where a form's address is opened, and knows no other organisation's session", async () => {
    for (const path of ["/link", "/out", "/unlink", "/wallet/message", "/wallet/proof"]) {
      const led = await open().get(`${at}${path}?next=https://evil.example/tickets/`);
      expect([led.status, led.headers.get("Location")], path).toEqual([
        303,
        `${at}?next=%2Ftickets%2F${partner.organisation.slug}`,
      ]);
    }
    const { browser, code } = await requestCode();
    await browser.post(`${at}/code`, { code });
    const { slug } = (await Partner.add(service)).organisation;
    const elsewhere = await browser.get(`/checkout/${slug}/sign-in`);
    expect(elsewhere.text).not.toContain("Signed in as");
  });
});

describe("signing in by a wallet", () => {
  const messageFor = async (browser: FormBrowser, wallet: string) => {
    const { json } = await browser.post(`${at}/wallet/message`, { walletAddress: wallet });
    return json.message as string;
  };
  const prove = (browser: FormBrowser, signature: string, fields: Record<string, string> = {}) =>
    browser.post(`${at}/wallet/proof`, { signature, ...fields });

  it("takes the signature of the text that was written for this browser, once, and of the page's own host", async () => {
    const browser = open();
    const message = await messageFor(browser, key.address);
    const signature = await key.signMessage({ message });
    const wrong = [
      await key.signMessage({ message: message.replace("127.0.0.1", "evil.example") }),
      await key.signMessage({ message: message.replace(/Nonce: .*/, "Nonce: aaaaaaaaaaaaaaaaaaaaaa") }),
      await otherKey.signMessage({ message }),
      "nonsense",
    ];
    for (const each of wrong) {
      const refused = await prove(browser, each);
      expect([refused.status, refused.json.error]).toEqual([400, "sign_in_refused"]);
    }
    expect((await prove(open(), signature)).json.error).toBe("sign_in_refused");
    const next = `/tickets/${partner.organisation.slug}`;
    expect((await prove(browser, signature)).json).toEqual({ next, account: expect.any(Number) });
    expect((await prove(browser, signature)).json.error).toBe("sign_in_refused");
    expect((await browser.get(at)).text).toContain(key.address);
    const { port } = new URL(service.baseUrl);
    const Origin = `http://${partner.organisation.slug}.raffles.example:${port}`;
    const tenant = open({ "X-Forwarded-Host": `${partner.organisation.slug}.raffles.example`, Origin });
    expect(await messageFor(tenant, key.address)).toMatch(
      new RegExp(`^${new URL(Origin).host} wants[^]*\nURI: ${Origin}\n`),
    );
  });

  it("says that a wallet cannot be checked now, and does not call the signature wrong", async () => {
    const troubled = await TestService.open({
      databaseUrl: service.databaseUrl,
      environment: { TRUST_PROXY: "1" },
      replace: (wiring) =>
        wiring.bind(WalletSignatures, () => ({ isBy: () => Promise.reject(ChainUnavailable.because()) })),
    });
    const browser = new FormBrowser(troubled.baseUrl);
    await messageFor(browser, key.address);
    for (let n = 0; n < 6; n += 1) {
      const refused = await prove(browser, `0x${"11".repeat(65)}`);
      expect([refused.status, refused.json.error]).toEqual([503, "chain_unavailable"]);
    }
    await troubled.stop();
  });

  it("links by a second proof alone, and what is linked is unlinked", async () => {
    const { browser, code, email } = await requestCode();
    expect((await browser.get(`${at}?for=link`)).text).toContain("<h1>Sign in</h1>");
    await browser.post(`${at}/code`, { code });
    expect((await browser.get(`${at}?for=link`)).text).toContain("<h1>Link another email or wallet</h1>");
    const third = privateKeyToAccount(`0x${"66".repeat(32)}`);
    const links = () =>
      service.database.pool
        .query("select account_id, other_id from account_link k where organisation_id = $1", [
          partner.organisation.id,
        ])
        .then(({ rows }) => rows);
    const message = await messageFor(browser, third.address);
    expect((await prove(browser, await key.signMessage({ message }), { for: "link" })).status).toBe(400);
    expect(await links()).toEqual([]);
    expect((await prove(browser, await third.signMessage({ message }), { for: "link" })).status).toBe(200);
    expect((await browser.get(at)).text, "still signed in by mail").toContain(email);
    const [link] = await links();
    const mail = await requestCode(newEmail(), { for: "link" }, browser);
    expect(mail.sent.headers.get("Location")).toContain("for=link");
    const stranger = open();
    stranger.cookies.set(
      `attempt-${partner.organisation.slug}`,
      browser.cookies.get(`attempt-${partner.organisation.slug}`)!,
    );
    expect((await stranger.post(`${at}/link`, { code: mail.code })).status, "nobody is signed in").toBe(400);
    expect((await browser.post(`${at}/link`, { code: mail.code })).status).toBe(303);
    expect(await links()).toHaveLength(2);
    for (const each of await links())
      for (const account of [each.account_id, each.other_id])
        await browser.post(`${at}/unlink`, { account: String(account) });
    expect(await links()).toEqual([]);
    expect(link).toBeDefined();
    expect((await browser.post(`${at}/unlink`, { account: "x" })).status).toBe(400);
  });
});
