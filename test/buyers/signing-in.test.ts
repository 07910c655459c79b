import { privateKeyToAccount } from "viem/accounts";
import { beforeAll, describe, expect, it } from "vitest";
import { Pruning } from "../../ports/jobs/pruning.ts";
import { SignInAttempts } from "../../ports/buyers/sign-in-attempts.ts";
import { WalletSignatures } from "../../ports/buyers/wallet-signatures.ts";
import { ChainUnavailable } from "../../ports/chain.ts";
import { Mails } from "../../ports/mails/mails.ts";
import { TRIES } from "../../src/buyers/sign-in.ts";
import { hashOf } from "../../src/shared/sign-in/browser-code.ts";
import { type Proof, BuyerSignIn } from "../../src/buyers/buyer-sign-in.ts";
import { Partner } from "../support/builders/partner.ts";
import { TestService } from "../support/service/service.ts";
import { opened, prepared } from "../support/opened.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const key = privateKeyToAccount(`0x${"11".repeat(32)}`);
const otherKey = privateKeyToAccount(`0x${"22".repeat(32)}`);

let organisationId: number;
let clients = 0;
const service = opened(() => TestService.open());
const signIn = prepared(() => service.wiring.get(BuyerSignIn));
beforeAll(async () => {
  organisationId = (await Partner.add(service)).organisation.id;
});

const newClient = () => `10.0.${Math.floor((clients += 1) / 250)}.${clients % 250}`;
const newEmail = () => `buyer-${crypto.randomUUID()}@example.com`;

async function byMail(email = newEmail(), of = organisationId, client = newClient()) {
  const attempt = await signIn.byMail({ organisationId: of, email, locale: "en", client });
  const mail = (await service.wiring.get(Mails).newest(20)).find(({ to }) => to === email);
  const code = mail!.content.kind === "sign_in_code" ? mail!.content.code : "";
  return { email, attempt, code, proof: { organisationId: of, attempt, code } satisfies Proof };
}

async function byWallet(account = key, client = newClient()) {
  const begun = await signIn.byWallet({ organisationId, wallet: account.address.toLowerCase(), client });
  const signature = await account.signMessage({ message: begun.message });
  return { ...begun, proof: { organisationId, attempt: begun.attempt, signature } satisfies Proof };
}

const refused = expect.objectContaining({ code: "sign_in_refused" });
const wrongCode = (code: string) => code.replace(/^./, (digit) => String((Number(digit) + 1) % 10));

/** Signs in, which must succeed. */
async function signedIn(proof: Proof, session: string | null = null) {
  const answer = await signIn.signIn(proof, session);
  if (!("session" in answer)) throw new Error(`not signed in: ${JSON.stringify(answer)}`);
  return answer;
}

async function rows(sql: string, ...values: unknown[]) {
  return await service.sql(sql, ...values);
}

describe("a code from a mail", () => {
  it("signs in once, as the account that the API knows, also where it is pasted with blanks", async () => {
    const partner = await Partner.add(service);
    const of = partner.organisation.id;
    const email = newEmail();
    await partner.checkout((await partner.lot()).id, { buyer: { email } });
    const [known] = await rows("select account_id from account_identity where value = $1", email);
    const { code, proof } = await byMail(` ${email.toUpperCase()} `.trim(), of).catch(() =>
      byMail(email, of),
    );
    expect(code).toMatch(/^\d{8}$/);
    const { session, accountId } = await signedIn({
      ...proof,
      code: ` ${code.slice(0, 4)} ${code.slice(4)}`,
    });
    expect(accountId).toBe(Number(known.account_id));
    expect(await signIn.signedIn(of, session)).toEqual({ accountId, kind: "email", value: email });
    expect(await signIn.signedIn(organisationId, session), "at another organisation").toBeNull();
    await expect(signIn.signIn(proof, null)).rejects.toEqual(refused);
  });

  it("signs in one of many that show it at once, and makes one account", async () => {
    const { email, proof } = await byMail();
    const answers = await Promise.allSettled(Array.from({ length: 8 }, () => signIn.signIn(proof, null)));
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const answer of answers) if (answer.status === "rejected") expect(answer.reason).toEqual(refused);
    const begun = [await byMail(email), await byMail(email)];
    const both = await Promise.all(begun.map(({ proof: one }) => signedIn(one)));
    expect(both[0]!.accountId).toBe(both[1]!.accountId);
    expect(await rows("select 1 from account_identity where value = $1", email)).toHaveLength(1);
  });

  it("fails at the sixth try even when it is right", async () => {
    const { code, proof } = await byMail();
    const wrong = { ...proof, code: wrongCode(code) };
    for (const triesLeft of [4, 3, 2, 1, 0]) expect(await signIn.signIn(wrong, null)).toEqual({ triesLeft });
    await expect(signIn.signIn(proof, null)).rejects.toEqual(refused);
  });

  it("works for ten minutes, in the browser that requested it, at its organisation", async () => {
    const [one, two] = [await byMail(), await byMail()];
    const elsewhere = (await Partner.add(service)).organisation.id;
    await expect(signIn.signIn({ ...one.proof, organisationId: elsewhere }, null)).rejects.toEqual(refused);
    await expect(signIn.signIn({ ...one.proof, attempt: "made up" }, null)).rejects.toEqual(refused);
    expect(await signIn.signIn({ ...one.proof, attempt: two.attempt }, null)).toEqual({ triesLeft: 4 });
    expect(await signIn.signIn({ ...one.proof, code: "" }, null)).toEqual({ triesLeft: 4 });
    await service.clock.later(9 * MINUTE_MS, () => signedIn(one.proof));
    await expect(service.clock.later(11 * MINUTE_MS, () => signIn.signIn(two.proof, null))).rejects.toEqual(
      refused,
    );
  });

  it("is mailed five times an hour and twenty times a day to an address, also for requests at once", async () => {
    const email = newEmail();
    const limited = expect.objectContaining({ code: "rate_limited", kind: "limited" });
    const requests = await Promise.allSettled(Array.from({ length: 8 }, () => byMail(email)));
    expect(requests.filter(({ status }) => status === "fulfilled")).toHaveLength(5);
    const refusal = await byMail(email).catch((error: unknown) => error);
    expect(refusal).toEqual(limited);
    const { retryAfter } = (refusal as { facts: { retryAfter: number } }).facts;
    expect(retryAfter).toBeGreaterThan(3_500);
    expect(retryAfter).toBeLessThanOrEqual(3_600);
    await byMail(email, (await Partner.add(service)).organisation.id);
    for (const hour of [61, 122, 183])
      await service.clock.later(hour * MINUTE_MS, async () => {
        for (let n = 0; n < 5; n += 1) await byMail(email);
      });
    await expect(service.clock.later(244 * MINUTE_MS, () => byMail(email))).rejects.toEqual(limited);
    await service.clock.later(1_501 * MINUTE_MS, () => byMail(email));
  });

  it("is requested twenty times an hour by a client, for any addresses", async () => {
    const client = newClient();
    for (let n = 0; n < 10; n += 1) {
      await byMail(newEmail(), organisationId, client);
      await byWallet(key, client);
    }
    await expect(byWallet(key, client)).rejects.toEqual(expect.objectContaining({ code: "rate_limited" }));
  });

  it("is stored in a form that cannot be used by a reader of the database", async () => {
    const { attempt, code, proof } = await byMail();
    const [row] = await rows(
      "select row_to_json(s)::text as text from sign_in_attempt s order by created_at desc limit 1",
    );
    for (const secret of [code, attempt]) expect(row.text).not.toContain(secret);
    const { session } = await signedIn(proof);
    const [stored] = await rows("select string_agg(row_to_json(s)::text, '') as text from buyer_session s");
    expect(stored.text).not.toContain(session);
    expect(service.logLines.join("")).not.toContain(code);
  });

  it.each(["a@example.com, b@example.com", "a@example.com\r\nBcc: b@example.com", "nobody"])(
    "is not sent to %j",
    async (email) => {
      await expect(byMail(email)).rejects.toEqual(expect.objectContaining({ code: "invalid_request" }));
    },
  );
});

describe("a wallet's signature", () => {
  it("of the very text that the service wrote signs in, once", async () => {
    const { message, proof } = await byWallet();
    expect(message).toMatch(
      new RegExp(
        `^${new URL(service.baseUrl).host} wants you to sign in with your Ethereum account:\n${key.address}\n\n`,
      ),
    );
    expect(message).toMatch(
      /\nVersion: 1\nChain ID: 31337\nNonce: [A-Za-z0-9]{22}\nIssued At: .*Z\nExpiration Time: .*Z$/,
    );
    const { session } = await signedIn(proof);
    expect(await signIn.signedIn(organisationId, session)).toMatchObject({
      kind: "wallet",
      value: key.address,
    });
    await expect(signIn.signIn(proof, null)).rejects.toEqual(refused);
  });

  it("of another text, of another wallet, or of nothing is refused, and the sixth try with it", async () => {
    const { attempt, message, proof } = await byWallet();
    const wrong = [
      await key.signMessage({ message: message.replace("Nonce: ", "Nonce: x") }),
      await key.signMessage({ message: message.replace("127.0.0.1", "evil.example") }),
      await otherKey.signMessage({ message }),
      (await byWallet()).proof.signature,
      "0x",
    ];
    for (const [n, signature] of wrong.entries())
      expect(await signIn.signIn({ organisationId, attempt, signature }, null)).toEqual({
        triesLeft: 4 - n,
      });
    await expect(signIn.signIn(proof, null)).rejects.toEqual(refused);
    await expect(signIn.byWallet({ organisationId, wallet: "0x12", client: newClient() })).rejects.toEqual(
      expect.objectContaining({ code: "invalid_request" }),
    );
  });

  it("signs in one of many at once, and trouble with the chain uses up no try", async () => {
    const { proof } = await byWallet();
    const answers = await Promise.allSettled(Array.from({ length: 5 }, () => signIn.signIn(proof, null)));
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const troubled = await TestService.open({
      databaseUrl: service.databaseUrl,
      replace: (wiring) =>
        wiring.bind(WalletSignatures, () => ({ isBy: () => Promise.reject(ChainUnavailable.because()) })),
    });
    const { proof: later } = await byWallet();
    for (let n = 0; n < 6; n += 1)
      await expect(troubled.wiring.get(BuyerSignIn).signIn(later, null)).rejects.toEqual(
        expect.objectContaining({ code: "chain_unavailable", kind: "unavailable" }),
      );
    await troubled.stop();
    await signedIn(later);
  });

  it("is never given more tries than it began with, however often trouble gives one back", async () => {
    const attempts = service.wiring.get(SignInAttempts);
    const { attempt, proof } = await byWallet();
    const giveBack = (times: number) =>
      Promise.all(
        Array.from({ length: times }, () =>
          attempts.giveTryBack(organisationId, hashOf(attempt), { most: TRIES, now: service.clock.now() }),
        ),
      );
    const wrong = () => signIn.signIn({ organisationId, attempt, signature: "0x" }, null);
    await giveBack(3);
    expect(await wrong()).toEqual({ triesLeft: TRIES - 1 });
    await giveBack(7);
    for (let tries = TRIES - 1; tries >= 0; tries -= 1) expect(await wrong()).toEqual({ triesLeft: tries });
    await expect(signIn.signIn(proof, null)).rejects.toEqual(refused);
    await giveBack(1);
    await signedIn(proof);
    await giveBack(5);
    await expect(signIn.signIn(proof, null)).rejects.toEqual(refused);
  });
});

describe("a session", () => {
  it("gets a new value at each sign-in, keeps other organisations signed in, and ends where the buyer says", async () => {
    const elsewhere = (await Partner.add(service)).organisation.id;
    const first = await signedIn((await byMail()).proof);
    const second = await signedIn((await byMail(newEmail(), elsewhere)).proof, first.session);
    expect(second.session).not.toBe(first.session);
    expect(await signIn.signedIn(organisationId, first.session)).toBeNull();
    expect(await signIn.signedIn(organisationId, second.session)).toMatchObject({
      accountId: first.accountId,
    });
    await signIn.signOut(organisationId, second.session);
    await signIn.signOut(organisationId, second.session);
    expect(await signIn.signedIn(organisationId, second.session)).toBeNull();
    expect(await signIn.signedIn(elsewhere, second.session)).toMatchObject({ accountId: second.accountId });
  });

  it("ends after thirty days without use, and after ninety in any case; then it is deleted", async () => {
    const { clock, wiring } = service;
    const [idle, used] = [await signedIn((await byMail()).proof), await signedIn((await byMail()).proof)];
    const at = (days: number, { session }: { session: string }) =>
      clock.later(days * DAY_MS, () => signIn.signedIn(organisationId, session));
    for (const days of [29, 58, 87]) expect(await at(days, used), `${days}`).not.toBeNull();
    expect(await at(91, used)).toBeNull();
    expect(await at(31, idle)).toBeNull();
    await wiring.get(Pruning).prune(new Date(clock.now().getTime() + 130 * DAY_MS), 10_000);
    const remaining = await rows(
      "select (select count(*)::int from buyer_session) + (select count(*)::int from sign_in_attempt) as n",
    );
    expect(remaining).toEqual([{ n: 0 }]);
  });
});

describe("linking", () => {
  it("needs both proofs, joins two accounts without touching either, and is undone", async () => {
    const mail = await byMail();
    const { session, accountId } = await signedIn(mail.proof);
    const me = (await signIn.signedIn(organisationId, session))!;
    const third = privateKeyToAccount(`0x${"33".repeat(32)}`);
    const wallet = await byWallet(third);
    await expect(signIn.link(wallet.proof, "nobody's")).rejects.toEqual(refused);
    const forged = { ...wallet.proof, signature: await otherKey.signMessage({ message: wallet.message }) };
    expect(await signIn.link(forged, session)).toEqual({ triesLeft: 4 });
    expect(await signIn.accountsOf(organisationId, me)).toEqual([accountId]);

    const answer = await signIn.link(wallet.proof, session);
    const linked = "linked" in answer ? answer.linked : 0;
    expect(linked).not.toBe(accountId);
    expect(await signIn.accountsOf(organisationId, me)).toEqual([accountId, linked]);
    const other = await signedIn((await byWallet(third)).proof);
    expect(other.accountId).toBe(linked);
    await signIn.link((await byMail(mail.email)).proof, other.session);
    expect(
      await rows("select 1 from account_link where other_id = any($1)", [accountId, linked]),
    ).toHaveLength(1);
    // An identity of the same account links nothing.
    await signIn.link((await byMail(mail.email)).proof, session);
    expect(await signIn.accountsOf(organisationId, me)).toEqual([accountId, linked]);
    for (let n = 0; n < 2; n += 1) await signIn.unlink(organisationId, me, linked);
    expect(await signIn.accountsOf(organisationId, me)).toEqual([accountId]);
  });
});
