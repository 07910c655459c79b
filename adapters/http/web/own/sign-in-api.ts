import { type RequestHandler, Router } from "express";
import type { MailSettings } from "../../../../ports/settings.ts";
import { SignInRefused } from "../../../../src/buyers/sign-in.ts";
import type { Proof, BuyerSignIn } from "../../../../src/buyers/buyer-sign-in.ts";
import { CODE_MINUTES } from "../../../../src/shared/sign-in/browser-code.ts";
import type { SignedIn } from "../../../../ports/buyers/buyer-sessions.ts";
import type { AccountId } from "../../../../src/shared/ids.ts";
import { InvalidRequest, Problem } from "../../../../src/shared/problem.ts";
import type { Shopkeeper } from "../../../../src/shop/shop-lot.ts";
import type { Purpose } from "../../../../web/pages/sign-in/sign-in-parts.ts";
import type { Purchases } from "../checkout/purchases.ts";
import { CodeEntries } from "./code-entries.ts";
import type { OwnPages, Reply } from "./own-pages.ts";
import { ownPath } from "./own-path.ts";
import type { PageRequest } from "./page-request.ts";

interface SignInOptions {
  readonly own: OwnPages;
  readonly signIn: BuyerSignIn;
  readonly mailSettings: MailSettings;
  readonly purchases: Purchases;
}

const AT = "/checkout/:organisation/sign-in";
const start = () => import("../../../../web/pages/sign-in/start-page.ts");
const code = () => import("../../../../web/pages/sign-in/code-page.ts");
const links = () => import("../../../../web/pages/sign-in/sign-in-parts.ts");

/** Buyers sign in at an organisation by a code from a mail or by a wallet, link what they have proven, and sign out. */
export function signInRoutes(options: SignInOptions): RequestHandler {
  const router = Router({ caseSensitive: true, strict: true });
  addStart(router, options);
  addMail(router, options);
  addCode(router, options);
  addWallet(router, options);
  addEnd(router, options);
  return router;
}

/** Returns the purpose of the sign-in, from the address or the form. */
async function purposeOf(pageRequest: PageRequest, { slug }: Shopkeeper): Promise<Purpose> {
  const { prefix } = await pageRequest.site();
  const parameter = (name: string) => pageRequest.form[name] ?? pageRequest.query(name);
  return {
    next: ownPath(parameter("next"), prefix) ?? `${prefix}/tickets/${slug}`,
    linking: parameter("for") === "link",
  };
}

/** Begins again, where a form's address is opened like a page. */
function startsAgain(router: Router, own: OwnPages, path: string): void {
  own.get(router, { policy: "checkout", path }, async (pageRequest) => {
    const shopkeeper = await pageRequest.shopkeeper();
    const { purposeQuery, signInPath } = await links();
    const query = purposeQuery(await purposeOf(pageRequest, shopkeeper));
    return { seeOther: signInPath(await pageRequest.face(shopkeeper), "", query) };
  });
}

function addStart(router: Router, { own, mailSettings }: SignInOptions): void {
  own.get(router, { policy: "checkout", path: AT }, async (pageRequest) => {
    const shopkeeper = await pageRequest.shopkeeper();
    const { startPage } = await start();
    const { next, linking } = await purposeOf(pageRequest, shopkeeper);
    const signedIn = await pageRequest.buyer(shopkeeper);
    const view = {
      next,
      linking: linking && signedIn !== null,
      byMail: mailSettings.offered,
      signedIn,
      ended: pageRequest.query("ended") === "1",
    };
    return { page: startPage(await pageRequest.face(shopkeeper), view) };
  });
}

function addMail(router: Router, { own, signIn, mailSettings }: SignInOptions): void {
  const path = `${AT}/mail`;
  own.post(router, { policy: "checkout", path }, async (pageRequest) => {
    const shopkeeper = await pageRequest.shopkeeper();
    const purpose = await purposeOf(pageRequest, shopkeeper);
    const face = await pageRequest.face(shopkeeper);
    const email = pageRequest.form.email ?? "";
    try {
      const mailRequest = {
        organisationId: shopkeeper.id,
        email,
        locale: pageRequest.locale,
        client: pageRequest.client,
      };
      pageRequest.keepAttempt(shopkeeper, await signIn.byMail(mailRequest));
    } catch (error) {
      if (!(error instanceof Problem) || error.kind !== "invalid") throw error;
      const { startPage } = await start();
      const signedIn = await pageRequest.buyer(shopkeeper);
      const byMail = mailSettings.offered;
      const view = { ...purpose, byMail, signedIn, ended: false, wrongEmail: byMail ? email : undefined };
      return { page: startPage(face, view), status: 400 };
    }
    const { purposeQuery, signInPath } = await links();
    return { seeOther: signInPath(face, "/code", purposeQuery(purpose)) };
  });
  // What became of the mail, for the page that waits for its code.
  own.get(router, { policy: "checkout", path, forScripts: true, polled: true }, async (pageRequest) => {
    const { awaited } = await awaitedBy(pageRequest, signIn);
    return { data: { state: awaited?.mail ?? null } };
  });
}

async function awaitedBy(pageRequest: PageRequest, signIn: BuyerSignIn) {
  const shopkeeper = await pageRequest.shopkeeper();
  const attempt = pageRequest.attempt(shopkeeper);
  const awaited =
    attempt === null ? null : await signIn.awaitedCode({ organisationId: shopkeeper.id, attempt });
  return { shopkeeper, attempt, awaited };
}

/** Signs in with the code, or links what it proves with who is signed in. A purchase that waited for it follows. */
function addCode(router: Router, { own, signIn, purchases }: SignInOptions): void {
  const page = async (pageRequest: PageRequest, purpose: Purpose, wrong: boolean) => {
    const { shopkeeper, awaited } = await awaitedBy(pageRequest, signIn);
    const { codePage } = await code();
    const choice = await purchases.choice(pageRequest, { shopkeeper, next: purpose.next });
    const view = { ...purpose, awaited, minutes: CODE_MINUTES, wrong, choice };
    return { page: codePage(await pageRequest.face(shopkeeper), view), status: wrong ? 400 : 200 };
  };
  own.get(router, { policy: "checkout", path: `${AT}/code` }, async (pageRequest) =>
    page(pageRequest, await purposeOf(pageRequest, await pageRequest.shopkeeper()), false),
  );
  const entries = new CodeEntries(signIn);
  const enter = async (pageRequest: PageRequest): Promise<Reply> => {
    const shopkeeper = await pageRequest.shopkeeper();
    const { next } = await purposeOf(pageRequest, shopkeeper);
    const purpose = { next, linking: false };
    const evidence = { code: pageRequest.form.code ?? "" };
    const buyer = await proven(pageRequest, signIn, { shopkeeper, evidence, linking: false, entries });
    if (buyer !== null && "accountId" in buyer) {
      const agreed = pageRequest.form.total;
      return purchases.signedIn(pageRequest, { shopkeeper, next }, { buyer, agreed });
    }
    // The page of a code that was just used is sent again.
    const isOver = pageRequest.attempt(shopkeeper) === null && (await pageRequest.buyer(shopkeeper)) !== null;
    return isOver ? { seeOther: next } : page(pageRequest, purpose, true);
  };
  own.post(router, { policy: "checkout", path: `${AT}/code` }, enter);
  own.post(router, { policy: "checkout", path: `${AT}/link` }, async (pageRequest) => {
    const shopkeeper = await pageRequest.shopkeeper();
    const purpose = { ...(await purposeOf(pageRequest, shopkeeper)), linking: true };
    const evidence = { code: pageRequest.form.code ?? "" };
    const isProven = await proven(pageRequest, signIn, { shopkeeper, evidence, linking: true });
    return isProven ? { seeOther: purpose.next } : page(pageRequest, purpose, true);
  });
  startsAgain(router, own, `${AT}/link`);
}

function addWallet(router: Router, { own, signIn }: SignInOptions): void {
  const message = { policy: "checkout", path: `${AT}/wallet/message`, forScripts: true } as const;
  own.post(router, message, async (pageRequest) => {
    const shopkeeper = await pageRequest.shopkeeper();
    const { attempt, message } = await signIn.byWallet({
      organisationId: shopkeeper.id,
      wallet: pageRequest.form.walletAddress ?? "",
      client: pageRequest.client,
      page: pageRequest.request.get("Origin"),
    });
    pageRequest.keepAttempt(shopkeeper, attempt);
    return { data: { message } };
  });
  const proof = { policy: "checkout", path: `${AT}/wallet/proof`, forScripts: true } as const;
  own.post(router, proof, async (pageRequest) => {
    const shopkeeper = await pageRequest.shopkeeper();
    const { next, linking } = await purposeOf(pageRequest, shopkeeper);
    const evidence = { signature: pageRequest.form.signature ?? "" };
    const buyer = await proven(pageRequest, signIn, { shopkeeper, evidence, linking });
    if (buyer === null) throw SignInRefused.because();
    // The page of a purchase sends its form for this account.
    return { data: { next, ...("accountId" in buyer && { account: buyer.accountId }) } };
  });
  for (const path of [message.path, proof.path]) startsAgain(router, own, path);
}

type Given = { readonly code: string } | { readonly signature: string };

interface Proving {
  readonly shopkeeper: Shopkeeper;
  readonly evidence: Given;
  readonly linking: boolean;
  /** Codes that were entered before, if it is one. */
  readonly entries?: CodeEntries;
}

/**
 * Returns who is signed in now, or that accounts are linked now; null: the evidence does not prove the attempt.
 */
async function proven(
  pageRequest: PageRequest,
  signIn: BuyerSignIn,
  { shopkeeper, evidence, linking, entries }: Proving,
): Promise<SignedIn | { readonly linked: AccountId } | null> {
  const attempt = pageRequest.attempt(shopkeeper);
  if (attempt === null) return null;
  const proof: Proof = { organisationId: shopkeeper.id, attempt, ...evidence };
  try {
    const answer = await (linking
      ? signIn.link(proof, pageRequest.session ?? "")
      : entries && "code" in proof
        ? entries.enter(proof, pageRequest.session)
        : signIn.signIn(proof, pageRequest.session));
    if ("triesLeft" in answer) return null;
    if ("session" in answer) pageRequest.keepSession(answer.session);
    pageRequest.keepAttempt(shopkeeper, null);
    if ("linked" in answer) return answer;
    return { accountId: answer.accountId, ...answer.identity };
  } catch (error) {
    if (error instanceof Problem && error.code === SignInRefused.code) return null;
    throw error;
  }
}

function addEnd(router: Router, { own, signIn }: SignInOptions): void {
  own.post(router, { policy: "checkout", path: `${AT}/out` }, async (pageRequest) => {
    const shopkeeper = await pageRequest.shopkeeper();
    if (pageRequest.session !== null) await signIn.signOut(shopkeeper.id, pageRequest.session);
    return { seeOther: (await purposeOf(pageRequest, shopkeeper)).next };
  });
  startsAgain(router, own, `${AT}/out`);
  own.post(router, { policy: "checkout", path: `${AT}/unlink` }, async (pageRequest) => {
    const shopkeeper = await pageRequest.shopkeeper();
    const signedIn = await pageRequest.buyer(shopkeeper);
    const other = Number(pageRequest.form.account);
    if (!Number.isSafeInteger(other) || other < 1) throw InvalidRequest.because();
    if (signedIn !== null) await signIn.unlink(shopkeeper.id, signedIn, other);
    return { seeOther: (await purposeOf(pageRequest, shopkeeper)).next };
  });
  startsAgain(router, own, `${AT}/unlink`);
}
