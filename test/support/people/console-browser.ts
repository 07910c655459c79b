import { Mails } from "../../../ports/mails/mails.ts";
import { People } from "../../../ports/people/people.ts";
import { Members } from "../../../ports/people/members.ts";
import { Random } from "../../../ports/crypto.ts";
import type { MemberRole, OperatorRole } from "../../../src/people/role.ts";
import { PersonSignIn } from "../../../src/people/person-sign-in.ts";
import { type Answer, call, type CallOptions, type TestService } from "../service/service.ts";

let people = 0;

/** Adds a person of the team, directly in the database. */
export async function addPerson(
  service: TestService,
  {
    email = `person-${(people += 1)}@example.com`,
    operatorRole = null,
    memberOf = [],
  }: {
    readonly email?: string;
    readonly operatorRole?: OperatorRole | null;
    readonly memberOf?: readonly { readonly organisationId: number; readonly role: MemberRole }[];
  },
): Promise<{ readonly id: number; readonly email: string }> {
  const { wiring } = service;
  const handle = wiring.get(Random).bytes(32);
  const now = new Date();
  const wanted = { email, name: `Name of ${email}`, operatorRole, handle, createdAt: now };
  const person = (await wiring.get(People).add(wanted))!;
  for (const { organisationId, role } of memberOf)
    await wiring.get(Members).add(organisationId, person.id, role, now);
  return { id: person.id, email };
}

/** A browser on the console's pages: it keeps cookies, and says where its requests come from. */
export class ConsoleBrowser {
  readonly #baseUrl: string;
  readonly cookies = new Map<string, string>();
  /** Base URL of its pages. */
  origin: string;

  constructor(service: Pick<TestService, "baseUrl">) {
    this.#baseUrl = service.baseUrl;
    this.origin = service.baseUrl.replace("127.0.0.1", "localhost");
  }

  /** Signed in by a link. */
  static async of(service: TestService, person: { readonly id: number }): Promise<ConsoleBrowser> {
    const browser = new ConsoleBrowser(service);
    const link = await service.wiring.get(PersonSignIn).newLink(person.id);
    const { status, text } = await browser.post("/sign-in/link", { token: tokenOf(link) });
    if (status !== 200) throw new Error(text);
    return browser;
  }

  async call(method: string, path: string, options: CallOptions = {}): Promise<Answer> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = { Origin: this.origin, ...(cookie && { Cookie: cookie }), ...options.headers };
    const answer = await call(this.#baseUrl, method, `/admin/api/v1${path}`, { ...options, headers });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === "") this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return answer;
  }

  get(path: string): Promise<Answer> {
    return this.call("GET", path);
  }

  post(path: string, body?: unknown): Promise<Answer> {
    return this.call("POST", path, { body });
  }
}

/** Text after the hash sign of a link. */
export function tokenOf(link: string): string {
  return link.slice(link.indexOf("#") + 1);
}

/** Mails to an address, the newest first, as the mailbox shows them. */
export async function mailsTo(service: TestService, email: string) {
  const mails = await service.wiring.get(Mails).newest(1_000);
  return mails.filter(({ to }) => to === email).map(({ content }) => content);
}

/** The newest code that was mailed to an address. */
export async function codeTo(service: TestService, email: string): Promise<string> {
  const [newest] = await mailsTo(service, email);
  if (newest?.kind !== "person_code") throw new Error(`no code to ${email}`);
  return newest.code;
}
