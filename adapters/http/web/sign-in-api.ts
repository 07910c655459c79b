import { type RequestHandler, Router } from "express";
import type { SigningIn } from "../../../src/buyers/signing-in.ts";
import type { OwnPages } from "./own/own-pages.ts";
import { ownPath } from "./own/own-path.ts";

interface SignInOptions {
  readonly own: OwnPages;
  readonly signingIn: SigningIn;
}

/** Buyers sign in at an organisation, and out. */
export function signInRoutes({ own, signingIn }: SignInOptions): RequestHandler {
  const router = Router({ caseSensitive: true, strict: true });
  const at = <P extends string>(path: P) => `/checkout/:organisation/sign-in${path}` as const;

  own.post(router, { policy: "checkout", path: at("/out") }, async (asked) => {
    const shopkeeper = await asked.shopkeeper();
    if (asked.session !== null) await signingIn.signOut(shopkeeper.id, asked.session);
    const { prefix } = await asked.site();
    const next = ownPath(asked.form.next, prefix);
    return { seeOther: next ?? `${prefix}/tickets/${shopkeeper.slug}` };
  });
  return router;
}
