import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from "@simplewebauthn/server";
import { Authenticators, type BrowserJson } from "../../ports/people/authenticators.ts";
import { ConsoleSettings } from "../../ports/settings.ts";
import { CHALLENGE_MS, type Credential } from "../../src/people/passkey.ts";

const SERVICE = "Partner Raffle";
/** EdDSA, ES256, RS256. */
const ALGORITHMS = [-8, -7, -257];
/** The library is loaded by the first who needs it. */
const library = () => import("@simplewebauthn/server");

/** Checks passkeys with @simplewebauthn/server. If it throws, the answer proves nothing. */
export class WebAuthenticators implements Authenticators {
  static readonly as = Authenticators;
  static readonly needs = [ConsoleSettings] as const;
  readonly #origin: string;
  readonly #host: string;

  constructor({ address }: ConsoleSettings) {
    const { origin, hostname } = new URL(address);
    this.#origin = origin;
    this.#host = hostname;
  }

  async toAdd({ handle, email, name, known }: Parameters<Authenticators["toAdd"]>[0]) {
    const { generateRegistrationOptions } = await library();
    const options = await generateRegistrationOptions({
      rpName: SERVICE,
      rpID: this.#host,
      userID: Uint8Array.from(handle),
      userName: email,
      userDisplayName: name,
      timeout: CHALLENGE_MS,
      attestationType: "none",
      excludeCredentials: descriptors(known),
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
      supportedAlgorithmIDs: ALGORITHMS,
    });
    return { options: { ...options }, challenge: options.challenge };
  }

  async toProve(known: readonly Credential[] | null) {
    const { generateAuthenticationOptions } = await library();
    const options = await generateAuthenticationOptions({
      rpID: this.#host,
      timeout: CHALLENGE_MS,
      userVerification: "required",
      ...(known && { allowCredentials: descriptors(known) }),
    });
    return { options: { ...options }, challenge: options.challenge };
  }

  async added(response: BrowserJson, challenge: string): Promise<Credential | null> {
    const { verifyRegistrationResponse } = await library();
    try {
      const { verified, registrationInfo } = await verifyRegistrationResponse({
        response: response as unknown as RegistrationResponseJSON,
        expectedChallenge: challenge,
        expectedOrigin: this.#origin,
        expectedRPID: this.#host,
        requireUserVerification: true,
        supportedAlgorithmIDs: ALGORITHMS,
      });
      if (!verified) return null;
      const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
      return { credentialId: Buffer.from(id, "base64url"), publicKey, counter, transports };
    } catch {
      return null;
    }
  }

  credentialIn({ id }: BrowserJson): Uint8Array | null {
    return typeof id === "string" && /^[\w-]{1,1400}$/.test(id) ? Buffer.from(id, "base64url") : null;
  }

  async proven(
    response: BrowserJson,
    challenge: string,
    { credentialId, publicKey }: Credential,
  ): Promise<number | null> {
    const { verifyAuthenticationResponse } = await library();
    try {
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: response as unknown as AuthenticationResponseJSON,
        expectedChallenge: challenge,
        expectedOrigin: this.#origin,
        expectedRPID: this.#host,
        requireUserVerification: true,
        // What the counter must be is the caller's to judge.
        credential: { id: textOf(credentialId), publicKey: Uint8Array.from(publicKey), counter: 0 },
      });
      return verified ? authenticationInfo.newCounter : null;
    } catch {
      return null;
    }
  }
}

function textOf(credentialId: Uint8Array): string {
  return Buffer.from(credentialId).toString("base64url");
}

function descriptors(known: readonly Credential[]) {
  return known.map(({ credentialId, transports }) => ({
    id: textOf(credentialId),
    transports: [...transports] as AuthenticatorTransport[],
  }));
}
