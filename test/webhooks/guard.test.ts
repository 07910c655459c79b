import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { getCACertificates, setDefaultCACertificates, type TLSSocket } from "node:tls";
import type { buildConnector } from "undici";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { AddressGuard } from "../../adapters/outbound/address-guard.ts";
import { guardedConnector } from "../../adapters/outbound/guarded-connector.ts";
import { UndiciWebhookSender, type WebhookSenderSettings } from "../../adapters/outbound/webhook-sender.ts";
import { CERTIFICATE, CERTIFICATE_KEY } from "../support/receivers/certificate.ts";
import { HOSTILE_FORMS, HOSTILE_NAMES, HOSTILE_URLS } from "../support/hostile/hostile-addresses.ts";
import { ok, OperatorRig, refused } from "../support/builders/operator-rig.ts";
import { pretending } from "../support/receivers/pretended-sockets.ts";
import { type SocketSpy, watchSockets } from "../support/receivers/socket-spy.ts";
import { startReceiver } from "../support/receivers/webhook-receiver.ts";
import { opened } from "../support/opened.ts";

const PUBLIC = "93.184.215.14";
const OTHER_PUBLIC = "2606:4700::1111";
const resolve = async (name: string) => HOSTILE_NAMES.get(name) ?? (name === "hooks.example" ? [PUBLIC] : []);
const ALL = [
  ...HOSTILE_URLS,
  ...HOSTILE_FORMS,
  ...[...HOSTILE_NAMES.keys()].map((name) => `https://${name}/`),
];

let spy: SocketSpy;
const closing: (() => unknown)[] = [];
beforeEach(() => {
  spy = watchSockets();
});
afterEach(async () => {
  spy.stop();
  for (const close of closing.splice(0)) await close();
});

function openSender(options: Partial<WebhookSenderSettings>) {
  const sender = new UndiciWebhookSender({ allowLoopback: false, ...options }, { open: false });
  closing.push(() => sender.close());
  return (url: string) => sender.send({ url, headers: {}, body: "{}", timeoutMs: 5_000 });
}

/** Asks for a connection as undici does, past everything that judges a URL before. */
function dial(connector: buildConnector.connector, text: string): Promise<Error | null> {
  const { protocol, hostname, host, port } = new URL(text);
  const options = { protocol, hostname: hostname.replace(/^\[|\]$/g, ""), host, port };
  return new Promise((done) =>
    connector(options, (error, socket) => {
      socket?.destroy();
      done(error);
    }),
  );
}

describe("hostile addresses", () => {
  it("are many, and the watcher of sockets sees what is opened", async () => {
    expect(new Set(ALL).size).toBeGreaterThanOrEqual(60);
    const target = await startReceiver();
    closing.push(() => target.close());
    expect(await openSender({ allowLoopback: true })(target.url)).toMatchObject({ status: 200 });
    expect(spy.attempts).toEqual([new URL(target.url).host]);
  });

  it.each(ALL)("%s is refused by the sender, and no connection is opened", async (url) => {
    expect(await openSender({ resolve })(url)).toMatchObject({ error: "address_refused" });
    expect(spy.attempts).toEqual([]);
  });

  it("open no connection either when nothing has judged the URL before", async () => {
    const connector = guardedConnector(new AddressGuard({ allowLoopback: false, resolve }));
    const urls = [...HOSTILE_URLS, ...[...HOSTILE_NAMES.keys()].map((name) => `https://${name}/`)];
    for (const url of urls.filter((text) => URL.canParse(text))) {
      for (const scheme of ["http", "https"]) {
        const error = await dial(connector, url.replace(/^https/, scheme));
        expect(error, url).toMatchObject({
          code: expect.stringMatching(/^(address_refused|name_not_found)$/),
        });
      }
    }
    expect(spy.attempts).toEqual([]);
  });

  it("stay refused in development, but for the loopback", async () => {
    const connector = guardedConnector(new AddressGuard({ allowLoopback: true, resolve }));
    for (const host of [...HOSTILE_NAMES.keys(), "10.0.0.1", "[fe80::1]", "169.254.169.254", "0.0.0.0"])
      expect(await dial(connector, `http://${host}/`), host).toMatchObject({ code: "address_refused" });
    expect(spy.attempts).toEqual([]);
  });
});

describe("registering hostile addresses", () => {
  let path: string;
  const rig = opened(() =>
    OperatorRig.open({
      environment: { WEBHOOK_ALLOW_LOOPBACK: "false" },
      resolve,
    }),
  );
  beforeAll(async () => {
    path = `/organisations/${await rig.organisation()}/webhook-endpoints`;
  });

  /** Ports of the test and of the service's database. */
  const foreign = () => {
    const own = [rig.service.baseUrl, rig.service.databaseUrl].map((url) => new URL(url).port || "5432");
    return spy.attempts.filter((attempt) => !own.some((port) => attempt.endsWith(`:${port}`)));
  };

  it("is an invalid request that names url, and opens no connection", async () => {
    for (const url of ALL)
      expect(await refused(rig.admin("POST", path, { url })), url).toEqual([400, "invalid_request", "url"]);
    expect(await ok(rig.admin("GET", path))).toEqual([]);
    expect(foreign()).toEqual([]);
  });

  it("is refused when an endpoint is moved there, which stays where it was", async () => {
    const endpoint = await ok(rig.admin("POST", path, { url: "https://hooks.example/a" }), 201);
    for (const url of ["https://private.example/", "https://public-first.example/", "https://127.1/"]) {
      const answer = rig.admin("PATCH", `${path}/${endpoint.id}`, { url });
      expect(await refused(answer), url).toEqual([400, "invalid_request", "url"]);
    }
    expect(await ok(rig.admin("GET", path))).toMatchObject([{ url: "https://hooks.example/a" }]);
    expect(foreign()).toEqual([]);
  });

  it("takes a name that nobody knows yet: it is judged when it is called", async () => {
    await ok(rig.admin("POST", path, { url: "https://not-yet.example/" }), 201);
  });
});

describe("a name that is answered differently each time", () => {
  it("is refused as soon as a private address is among them, and asked once a connection", async () => {
    const answers = [[PUBLIC], ["10.0.0.1"], [PUBLIC, "127.0.0.1"], ["::ffff:127.0.0.1", OTHER_PUBLIC]];
    let asked = 0;
    const rebinding = async () => answers[asked++] ?? ["127.0.0.1"];
    const guard = new AddressGuard({ allowLoopback: false, resolve: rebinding });
    const opened: string[] = [];
    const target = await startReceiver();
    closing.push(() => target.close());
    const { open } = pretending(Number(new URL(target.url).port), PUBLIC);
    const connector = guardedConnector(guard, (addresses, port) => {
      opened.push(...addresses);
      return open(addresses, port);
    });
    expect(await guard.refusalNow("https://rebinding.example/")).toBeNull();
    for (let call = 1; call <= 5; call++) {
      expect(await dial(connector, "http://rebinding.example/")).toMatchObject({ code: "address_refused" });
      expect(asked).toBe(call + 1);
    }
    expect(opened).toEqual([]);
    expect(spy.attempts).toEqual([]);
  });

  it("is called at the addresses that were judged, not at those of a second answer", async () => {
    let asked = 0;
    const target = await startReceiver();
    closing.push(() => target.close());
    const { open, opened } = pretending(Number(new URL(target.url).port), OTHER_PUBLIC);
    const guard = new AddressGuard({
      allowLoopback: false,
      resolve: async () => (asked++ === 0 ? [PUBLIC, OTHER_PUBLIC] : ["127.0.0.1"]),
    });
    expect(await dial(guardedConnector(guard, open), "http://rebinding.example:8080/")).toBeNull();
    expect(opened).toEqual([{ addresses: [PUBLIC, OTHER_PUBLIC], port: 8080 }]);
    expect(asked).toBe(1);
  });
});

describe("an open socket", () => {
  it("to a judged address carries the call, with the name in SNI and Host, and is used again", async () => {
    const trusted = getCACertificates("default");
    setDefaultCACertificates([...trusted, CERTIFICATE]);
    closing.push(() => setDefaultCACertificates(trusted));
    const calls: unknown[] = [];
    const server = createServer({ cert: CERTIFICATE, key: CERTIFICATE_KEY }, (request, response) => {
      calls.push([(request.socket as TLSSocket).servername, request.headers.host, request.url]);
      request.resume().once("end", () => response.end("thanks"));
    });
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    closing.push(() => new Promise((closed) => server.close(closed).closeAllConnections()));
    const { open, opened } = pretending((server.address() as AddressInfo).port, PUBLIC);
    const send = openSender({ resolve, open });
    for (const at of ["/a", "/b", "/c"]) {
      expect(await send(`https://hooks.example${at}`)).toMatchObject({ status: 200, response: "thanks" });
      await new Promise((next) => setImmediate(next));
    }
    expect(calls).toEqual(["/a", "/b", "/c"].map((at) => ["hooks.example", "hooks.example", at]));
    expect(opened[0]).toEqual({ addresses: [PUBLIC], port: 443 });
    expect(opened.length).toBeLessThan(3);
  });
});
