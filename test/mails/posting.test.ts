import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { SmtpSettings } from "../../adapters/mail/smtp-mailer.ts";
import { Pruning } from "../../ports/jobs/pruning.ts";
import { Mails } from "../../ports/mails/mails.ts";
import { RealClock } from "../../ports/clock.ts";
import { AuditTrail } from "../../src/operations/audit-trail.ts";
import { UnitOfWork } from "../../ports/unit-of-work.ts";
import { MailSender } from "../../src/mails/mail-sender.ts";
import { addMail } from "../support/receivers/written-mail.ts";
import { addOrganisation } from "../support/builders/organisations.ts";
import { FormBrowser } from "../support/browser/form-browser.ts";
import { createDatabase } from "../support/database/database.ts";
import { MailServer } from "../support/receivers/mail-server.ts";
import { scrape } from "../support/service/scrape.ts";
import { killProcesses, ServiceProcess } from "../support/service/service-process.ts";
import { TestClock, TestService } from "../support/service/service.ts";
import { opened } from "../support/opened.ts";
import { eventually } from "../support/eventually.ts";

const CODE = "90218653";
const FROM = "raffles@shop.example";
/** Limits of a service that does not wait for a server. */
const IMPATIENT = { silenceMs: 1_000, wholeMs: 10_000 };

/** The clock of mails. */
const real = new TestClock();
let server: MailServer;
let services: TestService[];
let impatient: TestService;
let organisationId: number;
let addresses = 0;

const database = opened(createDatabase);
beforeAll(async () => {
  server = await MailServer.open();
  services = [await serviceTo(server.port), await serviceTo(server.port)];
  impatient = await serviceTo(server.port, IMPATIENT);
  organisationId = (await addOrganisation(services[0]!.database)).id;
});
afterAll(async () => {
  await killProcesses();
  for (const service of [...services, impatient]) await service.stop();
  await server.close();
});
beforeEach(() => {
  server.mood = "friendly";
});

/** With a mail server and no mailbox, as in production. */
function serviceTo(port: number, limits: SmtpSettings["limits"] = {}): Promise<TestService> {
  const settings = { host: "127.0.0.1", port, tls: "none", login: null, from: FROM, limits } as const;
  return TestService.open({
    databaseUrl: database.url,
    environment: { SANDBOX: "false", SMTP_URL: `smtp://127.0.0.1:${port}?tls=none`, MAIL_FROM: FROM },
    replace: (wiring) => {
      wiring.bind(SmtpSettings, () => settings);
      wiring.bind(RealClock, () => real);
    },
  });
}

const newAddress = () => `buyer-${(addresses += 1)}@example.com`;

function add(to: string, service = services[0]!): Promise<number> {
  return addMail(service, {
    organisationId,
    to,
    locale: "en",
    content: { kind: "sign_in_code", code: CODE, minutes: 10 },
  });
}

async function post(...of: readonly TestService[]): Promise<void> {
  const mailSenders = (of.length > 0 ? of : [services[0]!]).map((service) => service.wiring.get(MailSender));
  await Promise.all(
    mailSenders.map(async (mailSender) => {
      while ((await mailSender.sendOnce()) > 0) await mailSender.drain();
      await mailSender.drain();
    }),
  );
}

const stateOf = (id: number) => services[0]!.wiring.get(Mails).stateOf(organisationId, id);

async function rowOf(id: number) {
  const { rows } = await services[0]!.database.pool.query(
    "select state, tries, sealed, due_at, due_at as wait, encode(coalesce(sealed, ''), 'escape') as legible from mail where id = $1",
    [id],
  );
  return rows[0];
}

describe("a mail", () => {
  it("is written with what caused it or not at all, unreadable, and erased when it was sent", async () => {
    const [committed, lost] = [newAddress(), newAddress()];
    const { wiring } = services[0]!;
    const failing = wiring.get(UnitOfWork).run(async () => {
      await add(lost);
      throw new Error("what caused it failed");
    });
    await expect(failing).rejects.toThrow("what caused it");
    const id = await wiring.get(UnitOfWork).run(() => add(committed));
    const { legible } = await rowOf(id);
    for (const secret of [committed, CODE]) expect(legible).not.toContain(secret);

    await post();
    expect(server.to(committed)).toHaveLength(1);
    expect(server.to(committed)[0]!.email.text).toContain(CODE);
    expect(server.to(lost)).toEqual([]);
    expect(await rowOf(id)).toMatchObject({ state: "sent", sealed: null, due_at: null });
    await real.later(3_600_000, () => post());
    expect(server.to(committed)).toHaveLength(1);
  });

  it("leaves by real time, which the audit uses, too, at any time of the business clock", async () => {
    const { wiring, clock, database: db } = services[0]!;
    for (const days of [-30, 30]) {
      const to = newAddress();
      const requestId = `at ${days}`;
      const before = real.now();
      await clock.later(days * 86_400_000, async () => {
        const act = { actor: { kind: "system", id: "test" }, requestId } as const;
        await wiring.get(AuditTrail).run(act, async (record) => {
          await add(to);
          await record({ organisationId, action: "mail.asked", subject: "mail:1", facts: {} });
        });
        await post();
      });
      expect(server.to(to), requestId).toHaveLength(1);
      const { rows } = await db.pool.query("select at from audit where request_id = $1", [requestId]);
      expect(rows[0].at >= before && rows[0].at <= real.now(), requestId).toBe(true);
    }
  });

  it("is sent once by two processes at once", async () => {
    const recipients = Array.from({ length: 50 }, newAddress);
    await Promise.all(recipients.map((to, n) => add(to, services[n % 2]!)));
    await post(...services);
    for (const to of recipients) expect(server.to(to), to).toHaveLength(1);
  });

  it("comes twice, never not at all, when its process is killed between sending it and recording that", async () => {
    const to = newAddress();
    const child = await ServiceProcess.start(database.url, {
      environment: { SMTP_URL: `smtp://127.0.0.1:${server.port}?tls=none`, MAIL_FROM: FROM },
    });
    const dead = new Promise<void>((resolve) => {
      server.onMail = async (mail) => {
        if (!mail.to.includes(to)) return;
        server.onMail = () => {};
        child.kill("SIGKILL");
        await child.exited;
        resolve();
      };
    });
    const id = await add(to);
    await dead;
    expect(await stateOf(id)).toBe("waiting");
    await post();
    expect(server.to(to), "while the lease lasts").toHaveLength(1);
    await real.later(61_000, () => post());
    expect(server.to(to)).toHaveLength(2);
    expect(await stateOf(id)).toBe("sent");
  });
});

describe("a server", () => {
  it.each([
    ["answers 451", 451],
    ["hangs", "hang"],
  ] as const)("that %s is tried again after 3, 15 and 60 seconds and then each minute", async (_, mood) => {
    const id = await add(newAddress(), impatient);
    server.mood = mood;
    let passed = 0;
    for (const [n, waitMs] of [3_000, 15_000, 60_000, 60_000].entries()) {
      await real.later(passed, () => post(impatient));
      const { tries, wait } = await rowOf(id);
      expect(tries).toBe(n + 1);
      const since = real.now().getTime() + passed;
      expect(
        (wait as Date).getTime() - since,
        "it waits that long, from the end of the try",
      ).toBeLessThanOrEqual(waitMs);
      // Not before that time.
      await real.later(wait.getTime() - real.now().getTime() - waitMs / 2, () => post(impatient));
      passed = wait.getTime() - real.now().getTime() + 1;
    }
    server.mood = "friendly";
    await real.later(passed, () => post());
    expect(await stateOf(id)).toBe("sent");
  });

  it("that refuses for good is not tried again; log and metrics name neither address nor code", async () => {
    const to = newAddress();
    const id = await add(to);
    server.mood = 550;
    await post();
    server.mood = "friendly";
    await real.later(300_000, () => post());
    expect(server.to(to)).toEqual([]);
    expect(await rowOf(id)).toMatchObject({ state: "refused", tries: 1, sealed: null });
    const log = services.flatMap(({ logLines }) => logLines).join("");
    expect(log).toContain("mail refused for good");
    for (const secret of ["example.com", CODE, "secret.example"]) expect(log).not.toContain(secret);
    const metrics = await scrape(services[0]!);
    expect(metrics.get('mails_total{kind="sign_in_code",outcome="refused"}')).toBe(1);
  });

  it("that hangs delays no page, and the code that it did not take works when it has come", async () => {
    const { slug } = await addOrganisation(impatient.database);
    const browser = new FormBrowser(impatient.baseUrl);
    const [email, at] = [newAddress(), `/checkout/${slug}/sign-in`];
    const mailSender = impatient.wiring.get(MailSender);
    server.mood = "hang";
    expect((await browser.post(`${at}/mail`, { email })).status).toBe(303);
    await mailSender.sendOnce();
    // While the server says nothing: pages are there, and others are served.
    const waiting = await browser.get(`${at}/code`);
    expect([waiting.status, waiting.text.includes(email)]).toEqual([200, true]);
    const other = new FormBrowser(impatient.baseUrl);
    expect((await other.post(`${at}/mail`, { email: newAddress() })).status).toBe(303);
    expect((await browser.get(`${at}/mail`)).json).toEqual({ state: "waiting" });
    await mailSender.drain();
    expect(server.to(email)).toEqual([]);
    server.mood = "friendly";
    await real.later(60_000, () => post(impatient));
    const [mail, ...more] = server.to(email);
    expect([more, mail!.to]).toEqual([[], [email]]);
    const [code = ""] = /\b\d{8}\b/.exec(mail!.email.text!) ?? [];
    const done = await browser.post(`${at}/code`, { code });
    expect([done.status, done.headers.get("Location")]).toEqual([303, `/tickets/${slug}`]);
  });

  it("that is dead delays no caller, and gets the mail when it is back while the code is fresh", async () => {
    const { wiring } = services[0]!;
    await server.close();
    const [to, late] = [newAddress(), newAddress()];
    const ids = [await add(to), await add(late)];
    await post();
    real.advance(120_000);
    const metrics = await scrape(services[0]!);
    expect(metrics.get("mails_waiting")).toBe(2);
    expect(Math.floor(metrics.get("mail_age_seconds")! / 60)).toBe(2);
    real.advance(-120_000);
    server = await MailServer.open({ port: server.port });
    await services[0]!.database.pool.query("update mail set fresh_until = now() where id = $1", [ids[1]]);
    await real.later(60_000, () => post());
    expect(server.to(to)).toHaveLength(1);
    expect(server.to(late)).toEqual([]);
    expect(await Promise.all(ids.map(stateOf))).toEqual(["sent", "stale"]);
    const { logLines } = services[0]!;
    await eventually(() => logLines.some((line) => line.includes("a mail was not sent in time")));
    await wiring.get(Pruning).prune(new Date(real.now().getTime() + 8 * 86_400_000), 1_000);
    expect(await Promise.all(ids.map(stateOf))).toEqual([null, null]);
  });
});
