import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  WebAuthnAbortService,
} from "@simplewebauthn/browser";
import { ask } from "../api/ask.ts";
import { ApiProblem } from "../api/problem.ts";

export { browserSupportsWebAuthn as canUsePasskeys };

/** Whether the browser offers passkeys where an e-mail is typed. */
export const canOfferPasskeys = browserSupportsWebAuthnAutofill;

interface Asked<Options> {
  readonly options: Options;
}

/** The browser, or the person, did not go through with it. */
function cancelled(error: unknown): ApiProblem {
  if (error instanceof ApiProblem) return error;
  const name = (error as Error).name;
  const message =
    name === "InvalidStateError"
      ? "This authenticator has a passkey of yours already."
      : name === "NotAllowedError" || name === "AbortError"
        ? "Nothing was confirmed: it was cancelled, or took too long."
        : `The browser could not use a passkey: ${(error as Error).message}`;
  return new ApiProblem(0, { error: "passkey_not_used", message }, null);
}

/**
 * Signs in. Who it is, the passkey says.
 * @param isOffered in the field's list, until the person chooses one; else the browser asks at once
 */
export async function signInByPasskey(isOffered: boolean): Promise<void> {
  try {
    const { options } = await ask<Asked<PublicKeyCredentialRequestOptionsJSON>>(
      "POST",
      "/sign-in/passkey/options",
    );
    const response = await startAuthentication({ optionsJSON: options, useBrowserAutofill: isOffered });
    await ask("POST", "/sign-in/passkey", { response });
  } catch (error) {
    throw cancelled(error);
  }
}

/** Proves that the person is there: for ten minutes, acts that want it go through. */
export async function confirmByPasskey(): Promise<void> {
  try {
    const { options } = await ask<Asked<PublicKeyCredentialRequestOptionsJSON>>(
      "POST",
      "/me/confirm/options",
    );
    const response = await startAuthentication({ optionsJSON: options });
    await ask("POST", "/me/confirm", { response });
  } catch (error) {
    throw cancelled(error);
  }
}

/** Ends what waits for a choice. */
export function stopOffering(): void {
  WebAuthnAbortService.cancelCeremony();
}
