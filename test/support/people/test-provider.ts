import { generateKeyPairSync, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
// @ts-expect-error: the package brings no types; what is used of it is below.
import OidcServer from "oidc-provider";

const CLIENT = { id: "raffle", secret: randomBytes(24).toString("hex") };
const SCOPE = "openid email profile";

interface Provider {
  readonly Grant: new (of: { readonly accountId: string; readonly clientId: string }) => {
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  };
  callback(): RequestListener;
}
interface GrantContext {
  readonly oidc: {
    readonly session: { readonly accountId: string };
    readonly client: { readonly clientId: string };
    readonly provider: Provider;
  };
}

/** Claims of the provider about a person. */
interface Account {
  readonly email: string;
  readonly isVerified: boolean;
}

/** A real identity provider on a free port of the loopback, whose login page accepts any password. */
export class TestProvider {
  readonly issuer: string;
  /** Persons by the name that is typed on its login page. */
  readonly accounts = new Map<string, Account>();
  readonly #port: number;
  readonly #answer: RequestListener;
  #server: Server;
  #returnUrl = "";

  private constructor(server: Server) {
    this.#server = server;
    this.#port = (server.address() as AddressInfo).port;
    this.issuer = `http://127.0.0.1:${this.#port}`;
    let provider: Provider | undefined;
    // Where browsers come back to is known when the service listens.
    this.#answer = (request, response) => {
      provider ??= this.#made();
      provider.callback()(request, response);
    };
    server.on("request", this.#answer);
  }

  static async start(): Promise<TestProvider> {
    const server = createServer();
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return new TestProvider(server);
  }

  /** The service's variables. */
  get environment(): Readonly<Record<string, string>> {
    return {
      OIDC_ISSUER: this.issuer,
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: CLIENT.secret,
      OIDC_NAME: "Acme Staff",
    };
  }

  /** @param address of the console */
  serve(address: string): void {
    this.#returnUrl = `${address}/admin/sign-in/back`;
  }

  async down(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }

  async up(): Promise<void> {
    this.#server = createServer(this.#answer).listen(this.#port, "127.0.0.1");
    await once(this.#server, "listening");
  }

  #made(): Provider {
    const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 });
    return new (OidcServer as new (issuer: string, configuration: object) => Provider)(this.issuer, {
      clients: [
        {
          client_id: CLIENT.id,
          client_secret: CLIENT.secret,
          redirect_uris: [this.#returnUrl],
        },
      ],
      claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
      cookies: { keys: [randomBytes(16).toString("hex")] },
      features: { devInteractions: { enabled: true } },
      jwks: { keys: [{ ...privateKey.export({ format: "jwk" }), use: "sig", alg: "RS256", kid: "one" }] },
      pkce: { required: () => true },
      ttl: {
        AccessToken: 60,
        AuthorizationCode: 60,
        Grant: 600,
        IdToken: 60,
        Interaction: 600,
        Session: 600,
      },
      findAccount: (_context: unknown, accountId: string) => ({
        accountId,
        claims: () => {
          const { email, isVerified } = this.accounts.get(accountId)!;
          return { sub: accountId, email, email_verified: isVerified, name: accountId };
        },
      }),
      // It shows no consent page.
      loadExistingGrant: async ({ oidc: { session, client, provider } }: GrantContext) => {
        const grant = new provider.Grant({ accountId: session.accountId, clientId: client.clientId });
        grant.addOIDCScope(SCOPE);
        await grant.save();
        return grant;
      },
    });
  }
}

/** A browser at the provider's pages, which stay signed in. */
export class ProviderVisitor {
  readonly #cookies = new Map<string, string>();
  /** Number of times that the login page was shown. */
  asked = 0;

  /** Signs in as somebody where it is asked for. @returns the query of the address that the browser is sent back to */
  async visit(url: string, accountId: string): Promise<string> {
    const { origin } = new URL(url);
    let next = url;
    for (let hop = 0; hop < 10; hop++) {
      const answer = await this.#ask(next);
      const location = answer.headers.get("location");
      if (location === null) throw new Error(`${answer.status} ${await answer.text()}`);
      const target = new URL(location, next);
      if (target.origin !== origin) return target.search;
      next = target.href;
      if (!target.pathname.startsWith("/interaction/") || target.pathname.split("/").length > 3) continue;
      this.asked += 1;
      const page = await (await this.#ask(next)).text();
      const action = new URL(/<form[^>]* action="([^"]+)"/.exec(page)![1]!, next);
      const form = { prompt: "login", login: accountId, password: "any" };
      const sent = await this.#ask(action.href, new URLSearchParams(form));
      next = new URL(sent.headers.get("location")!, next).href;
    }
    throw new Error(`no way back from ${url}`);
  }

  async #ask(url: string, body?: URLSearchParams): Promise<Response> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const method = body === undefined ? "GET" : "POST";
    const answer = await fetch(url, { method, body, redirect: "manual", headers: { Cookie: cookie } });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      this.#cookies.set(name, value);
    }
    return answer;
  }
}
