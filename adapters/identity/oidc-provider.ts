import type { ClientAuth, Configuration, CustomFetchOptions, IDToken } from "openid-client";
import type { Log } from "../../ports/log.ts";
import type { Identity, IdentityProvider, Way } from "../../ports/people/identity-provider.ts";
import type { UnitOfWork } from "../../ports/unit-of-work.ts";
import { readMailAddress } from "../../src/mails/mail-address.ts";
import { ProviderUnreachable } from "../../src/people/provider/provider.ts";
import { invariant } from "../../src/shared/invariant.ts";
import { scrubbedError } from "../../src/shared/errors/scrubbed-error.ts";

export interface OidcSettings {
  /** https; on this machine http, too. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The name that people see. */
  readonly name: string;
  readonly isOnlyWay: boolean;
  /** The address that browsers return to. */
  readonly returnUrl: string;
}

interface Surroundings {
  readonly log: Log;
  readonly unitOfWork: Pick<UnitOfWork, "open">;
}

const SCOPE = "openid email profile";
/** For each request to the provider; a sign-in takes four at most. */
const TIMEOUT_SEC = 5;
/** The time after which the provider's metadata are read again. */
const KNOWN_MS = 60 * 60_000;
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;
/** The library's codes for faults of the answer itself: it is forged, or of another sign-in or client. */
const OF_THE_ANSWER = new Set([
  "OAUTH_AUTHORIZATION_RESPONSE_ERROR",
  "OAUTH_INVALID_RESPONSE",
  "OAUTH_JWT_CLAIM_COMPARISON_FAILED",
  "OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED",
  "OAUTH_JWT_TIMESTAMP_CHECK_FAILED",
  "OAUTH_KEY_SELECTION_FAILED",
]);
/** The library is loaded by the first who needs it. */
const library = () => import("openid-client");

/**
 * Signs people in with openid-client: the code flow with PKCE, state and nonce. The first sign-in reads the provider's
 * metadata; after a failure the next one reads it again.
 */
export class OidcProvider implements IdentityProvider {
  readonly #settings: OidcSettings;
  readonly #surroundings: Surroundings;
  #known: { readonly configuration: Promise<Configuration>; readonly until: number } | null = null;

  constructor(settings: OidcSettings, surroundings: Surroundings) {
    this.#settings = settings;
    this.#surroundings = surroundings;
  }

  get name(): string {
    return this.#settings.name;
  }

  get issuer(): string {
    return this.#settings.issuer;
  }

  get isOnlyWay(): boolean {
    return this.#settings.isOnlyWay;
  }

  async addressFor({ state, nonce, verifier }: Way, again: boolean): Promise<string> {
    const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await library();
    const configuration = await this.#configuration();
    return buildAuthorizationUrl(configuration, {
      redirect_uri: this.#settings.returnUrl,
      scope: SCOPE,
      state,
      nonce,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
      ...(again && { max_age: "0", prompt: "login" }),
    }).href;
  }

  async identityIn(answer: string, { state, nonce, verifier }: Way): Promise<Identity | null> {
    const { authorizationCodeGrant, fetchUserInfo } = await library();
    const configuration = await this.#configuration();
    const url = new URL(this.#settings.returnUrl);
    url.search = answer;
    try {
      const checks = {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      };
      const tokens = await authorizationCodeGrant(configuration, url, checks);
      const claims = tokens.claims()!;
      const { userinfo_endpoint: endpoint } = configuration.serverMetadata();
      const hasEmail = claims.email !== undefined || endpoint === undefined;
      const about = hasEmail ? claims : await fetchUserInfo(configuration, tokens.access_token, claims.sub);
      return {
        issuer: claims.iss,
        subject: claims.sub,
        verifiedEmail: verifiedEmailIn(about),
        authenticatedAt: timeOf(claims),
      };
    } catch (error) {
      if (!isOfTheAnswer(error)) throw this.#unreachable(error);
      this.#surroundings.log.info(
        { err: this.#scrubbed(error) },
        "identity provider returned no valid identity",
      );
      return null;
    }
  }

  /** Those who ask at once are answered by one request. */
  async #configuration(): Promise<Configuration> {
    invariant(!this.#surroundings.unitOfWork.open, "no identity provider is called inside a unit of work");
    const now = performance.now();
    if (this.#known === null || this.#known.until < now)
      this.#known = { configuration: this.#discovered(), until: now + KNOWN_MS };
    const known = this.#known;
    try {
      return await known.configuration;
    } catch (error) {
      if (this.#known === known) this.#known = null;
      throw this.#unreachable(error);
    }
  }

  async #discovered(): Promise<Configuration> {
    const { allowInsecureRequests, customFetch, discovery, enableNonRepudiationChecks, ...auth } =
      await library();
    const { issuer, clientId, clientSecret } = this.#settings;
    const server = new URL(issuer);
    const isPlain = server.protocol === "http:";
    const post = auth.ClientSecretPost(clientSecret);
    const basic = auth.ClientSecretBasic(clientSecret);
    const byWhatItTakes: ClientAuth = (as, ...rest) => {
      const takesPost = as.token_endpoint_auth_methods_supported?.includes("client_secret_post");
      return (takesPost ? post : basic)(as, ...rest);
    };
    return discovery(server, clientId, {}, byWhatItTakes, {
      timeout: TIMEOUT_SEC,
      execute: isPlain ? [enableNonRepudiationChecks, allowInsecureRequests] : [enableNonRepudiationChecks],
      [customFetch]: (url: string, options: CustomFetchOptions) => {
        const { protocol, hostname } = new URL(url);
        invariant(
          protocol === "https:" || LOOPBACK.test(hostname),
          "nothing secret leaves the machine unencrypted",
        );
        return fetch(url, options as RequestInit);
      },
    });
  }

  #unreachable(error: unknown): Error {
    this.#surroundings.log.warn({ err: this.#scrubbed(error) }, "the identity provider cannot be used");
    return ProviderUnreachable.because(undefined, {}, { cause: error });
  }

  #scrubbed(error: unknown): unknown {
    return scrubbedError(error, [this.#settings.clientSecret]);
  }
}

function isOfTheAnswer(error: unknown): boolean {
  const { code, error: reason } = error as { readonly code?: unknown; readonly error?: unknown };
  // A code that was used, made up or too old. Other refusals are about the service, such as its secret.
  if (code === "OAUTH_RESPONSE_BODY_ERROR") return reason === "invalid_grant";
  return typeof code === "string" && OF_THE_ANSWER.has(code);
}

/** Some providers write the flag as text. */
function verifiedEmailIn({ email, email_verified: isVerified }: Pick<IDToken, string>): string | null {
  if (typeof email !== "string" || (isVerified !== true && isVerified !== "true")) return null;
  return readMailAddress(email);
}

function timeOf({ auth_time: seconds }: IDToken): Date | null {
  return typeof seconds === "number" ? new Date(seconds * 1_000) : null;
}
