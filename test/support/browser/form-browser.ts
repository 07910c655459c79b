import { type Answer, call } from "../service/service.ts";

let clients = 0;

/** A browser without scripts: it keeps cookies, sends forms and follows redirects, each as a separate client. */
export class FormBrowser {
  readonly cookies = new Map<string, string>();
  readonly #baseUrl: string;
  readonly #headers: Record<string, string>;

  /** @param headers sent along with every request; `X-Forwarded-For` counts where proxies are believed */
  constructor(baseUrl: string, headers: Record<string, string> = {}) {
    clients += 1;
    this.#baseUrl = baseUrl;
    this.#headers = { "X-Forwarded-For": `10.7.${Math.floor(clients / 250)}.${clients % 250}`, ...headers };
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.#send("GET", path, { headers });
  }

  /** A form of a page of the service's own. */
  post(path: string, fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Answer> {
    const raw = new URLSearchParams(fields).toString();
    const form = {
      "Content-Type": "application/x-www-form-urlencoded",
      Origin: this.#headers.Origin ?? new URL(this.#baseUrl).origin,
    };
    return this.#send("POST", path, { raw, headers: { ...form, ...headers } });
  }

  /** Addresses of the redirects. */
  async follow(answer: Answer): Promise<Answer> {
    const path = answer.headers.get("Location");
    if (path === null) throw new Error(`led nowhere: ${answer.status} ${answer.text}`);
    return this.get(path);
  }

  async #send(method: string, path: string, options: { raw?: string; headers: Record<string, string> }) {
    const Cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = { ...this.#headers, ...(Cookie && { Cookie }), ...options.headers };
    const answer = await call(this.#baseUrl, method, path, { ...options, headers });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === "") this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return answer;
  }
}
