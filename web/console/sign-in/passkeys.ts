import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from "@simplewebauthn/browser";
import { answerOf, api } from "../api/client.ts";
import { ApiProblem } from "../api/problem.ts";

export { browserSupportsWebAuthn as canUsePasskeys };

/** Returns whether the browser offers passkeys in the e-mail field. */
export const canOfferPasskeys = browserSupportsWebAuthnAutofill;

/** Describes why the browser or the person did not use a passkey. */
function cancelled(error: unknown): ApiProblem {
  if (error instanceof ApiProblem) return error;
  const name = (error as Error).name;
  const message =
    name === "InvalidStateError"
      ? "This authenticator already has one of your passkeys."
      : name === "NotAllowedError" || name === "AbortError"
        ? "The passkey request was cancelled or timed out."
        : `The browser could not use a passkey: ${(error as Error).message}`;
  return new ApiProblem(0, { error: "passkey_not_used", message }, null);
}

/**
 * Signs in with a passkey, which identifies the person.
 * @param isOffered true: offered in the field's list until the person chooses it; false: the browser prompts at
 * once
 */
export async function signInByPasskey(isOffered: boolean): Promise<void> {
  try {
    const { options } = await answerOf(api.POST("/sign-in/passkey/options"));
    const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
    const response = await startAuthentication({ optionsJSON, useBrowserAutofill: isOffered });
    await answerOf(api.POST("/sign-in/passkey", { body: { response: { ...response } } }));
  } catch (error) {
    throw cancelled(error);
  }
}

/** Confirms that the person is present. Sensitive actions are then allowed for ten minutes. */
export async function confirmByPasskey(): Promise<void> {
  try {
    const { options } = await answerOf(api.POST("/me/confirm/options"));
    const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
    const response = await startAuthentication({ optionsJSON });
    await answerOf(api.POST("/me/confirm", { body: { response: { ...response } } }));
  } catch (error) {
    throw cancelled(error);
  }
}

/** Creates a passkey on the authenticator that the person chooses. */
export async function addPasskey(name: string): Promise<void> {
  try {
    const { options } = await answerOf(api.POST("/me/passkeys/options"));
    const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
    const response = await startRegistration({ optionsJSON });
    await answerOf(api.POST("/me/passkeys", { body: { name, response: { ...response } } }));
  } catch (error) {
    throw cancelled(error);
  }
}

/** Cancels a pending passkey offer. */
export function stopOffering(): void {
  WebAuthnAbortService.cancelCeremony();
}
