import { createHash, createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { z } from "zod";
import { PlannedFaults } from "../../conformance/planned-faults.ts";

export interface PayosKeys {
  readonly clientId: string;
  readonly apiKey: string;
  readonly checksumKey: string;
}

interface Link {
  readonly id: string;
  readonly orderCode: number;
  readonly amount: number;
  readonly description: string;
  readonly expiredAt: number;
  readonly returnUrl: string;
  readonly createdAt: string;
  status: string;
  amountPaid: number;
  readonly transactions: Transaction[];
  cancellationReason: string | null;
  canceledAt: string | null;
}

interface Said {
  readonly code: string;
  readonly desc: string;
  readonly data: unknown;
}

interface Transaction {
  readonly reference: string;
  readonly amount: number;
  readonly transactionDateTime: string;
}

/** The fault of the next request: acted on and not answered, answered with half a JSON text, held, or a status. */
type PayosFault = "lose" | "garble" | "hang" | { readonly status: number; readonly body: string };

interface SimulatedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: unknown;
}

/** Requests as the library's types describe them: an official description of the API is not at hand. */
const creation = z.strictObject({
  orderCode: z.int().min(1).max(Number.MAX_SAFE_INTEGER),
  amount: z.int().min(1),
  description: z
    .string()
    .min(1)
    .max(9)
    .regex(/^[A-Za-z0-9 ]+$/),
  returnUrl: z.url(),
  cancelUrl: z.url(),
  expiredAt: z.int().max(2_147_483_647),
  signature: z.string().regex(/^[0-9a-f]{64}$/),
});
const cancellation = z.strictObject({ cancellationReason: z.string().optional() });

/** payOS as a small server: payment links by account, its signatures, its refusals with status 200. */
export class PayosSimulator {
  readonly requests: SimulatedRequest[] = [];
  nextFault: PayosFault | null = null;
  readonly planned = new PlannedFaults();
  /** Requests that were held, and whose callers hung up. */
  abandoned = 0;
  readonly #keys: ReadonlyMap<string, PayosKeys>;
  readonly #now: () => Date;
  readonly #links = new Map<string, Map<number, Link>>();
  readonly #server = createServer((request, response) => void this.#answer(request, response));

  private constructor(accounts: readonly PayosKeys[], now: () => Date) {
    this.#keys = new Map(accounts.map((keys) => [keys.clientId, keys]));
    this.#now = now;
  }

  static async start(accounts: readonly PayosKeys[], now: () => Date): Promise<PayosSimulator> {
    const simulator = new PayosSimulator(accounts, now);
    simulator.#server.listen(0, "127.0.0.1");
    await once(simulator.#server, "listening");
    return simulator;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get count(): number {
    return [...this.#links.values()].reduce((sum, links) => sum + links.size, 0);
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  link({ clientId }: PayosKeys, orderCode: number): Link | null {
    const link = this.#links.get(clientId)?.get(orderCode) ?? null;
    if (link?.status === "PENDING" && link.expiredAt * 1000 <= this.#now().getTime()) link.status = "EXPIRED";
    return link;
  }

  /** A buyer's transfer. @param late although the link is over */
  transfer(keys: PayosKeys, orderCode: number, amount: number, late = false): Transaction | null {
    const link = this.link(keys, orderCode);
    if (link === null) return null;
    const over = !["PENDING", "PROCESSING", "UNDERPAID", "PAID"].includes(link.status);
    if (over !== late) return null;
    const transaction = {
      reference: `FT${String(link.transactions.length + 1).padStart(6, "0")}`,
      amount,
      transactionDateTime: this.#now().toISOString(),
    };
    link.transactions.push(transaction);
    link.amountPaid += amount;
    if (!over) link.status = link.amountPaid < link.amount ? "UNDERPAID" : "PAID";
    return transaction;
  }

  move(keys: PayosKeys, orderCode: number, from: readonly string[], to: string): boolean {
    const link = this.link(keys, orderCode);
    if (link === null || !from.includes(link.status)) return false;
    link.status = to;
    return true;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const planned = this.planned.take();
    const status = typeof planned === "object" ? planned?.status : undefined;
    const fault = this.nextFault ?? (typeof planned === "string" ? planned : null);
    this.nextFault = null;
    const raw = await text(request);
    const path = request.url ?? "";
    const body: unknown = raw === "" ? undefined : JSON.parse(raw);
    this.requests.push({ method: request.method ?? "", path, headers: request.headers, body });
    if (fault === "hang") {
      request.socket.once("close", () => (this.abandoned += 1));
      return;
    }
    if (typeof fault === "object" && fault !== null) {
      response.writeHead(fault.status, { "content-type": "application/json" }).end(fault.body);
      return;
    }
    const acted = status === undefined || status >= 500 ? this.#act(request, path, body) : null;
    const answer = this.#textOf(
      status === undefined ? acted! : refusal(String(status), "Không thành công"),
      String(request.headers["x-api-key"]),
    );
    if (fault === "lose") {
      request.socket.destroy();
      return;
    }
    response.writeHead(status ?? 200, { "content-type": "application/json" });
    response.end(fault === "garble" ? answer.slice(0, -10) : answer);
  }

  /** Returns a refusal that quotes the request, as providers' do: a rail must not pass it on. */
  #textOf(answer: Said, apiKey: string): string {
    if (answer.code === "00") return JSON.stringify(answer);
    const quoted = JSON.stringify({ ...answer, desc: `${answer.desc} (${apiKey})` });
    this.planned.refusals.push(quoted);
    return quoted;
  }

  #act(request: IncomingMessage, path: string, body: unknown): Said {
    const keys = this.#keys.get(String(request.headers["x-client-id"]));
    if (keys === undefined || keys.apiKey !== request.headers["x-api-key"])
      return refusal("214", "Cổng thanh toán không tồn tại hoặc đã tạm dừng");
    const [, id, act] = /^\/v2\/payment-requests(?:\/([\w-]+)(\/cancel)?)?$/.exec(path) ?? [];
    if (request.method === "POST" && id === undefined) return this.#create(keys, body);
    const link = id === undefined ? null : this.#find(keys, id);
    if (link === null) return refusal("101", "Mã thanh toán không tồn tại");
    if (request.method === "POST" && act !== undefined) {
      const request = cancellation.parse(body ?? {});
      if (link.status !== "PENDING") return refusal("102", "Không thể hủy đơn thanh toán");
      link.status = "CANCELLED";
      link.canceledAt = this.#now().toISOString();
      link.cancellationReason = request.cancellationReason ?? null;
    }
    const { description: _memo, expiredAt: _expiry, returnUrl: _address, ...view } = link;
    return signed({ ...view, amountRemaining: link.amount - link.amountPaid }, keys);
  }

  #create(keys: PayosKeys, body: unknown): Said {
    const request = creation.safeParse(body);
    if (!request.success) return refusal("20", "Thông tin truyền lên không đúng.");
    const { orderCode, amount, description, returnUrl, cancelUrl, expiredAt, signature } = request.data;
    const signedText = `amount=${amount}&cancelUrl=${cancelUrl}&description=${description}&orderCode=${orderCode}&returnUrl=${returnUrl}`;
    if (hmac(signedText, keys) !== signature) return refusal("201", "Mã kiểm tra(signature) không hợp lệ");
    if (expiredAt * 1000 <= this.#now().getTime()) return refusal("20", "Thông tin truyền lên không đúng.");
    const id = this.#add(keys, { orderCode, amount, description, expiredAt, returnUrl });
    if (id === null) return refusal("231", "Đơn thanh toán đã tồn tại");
    const answer = {
      bin: "970418",
      accountNumber: "V3CAS0000000001",
      accountName: "CONG TY RAFFLE",
      amount,
      description,
      orderCode,
      currency: "VND",
      paymentLinkId: id,
      status: "PENDING",
      expiredAt,
      checkoutUrl: `${this.url}/web/${id}`,
      qrCode: `00020101021238540010A000000727${id}5303704540${amount}5802VN62${description}6304ABCD`,
    };
    return signed(answer, keys);
  }

  /** @returns the link's id; null: there is one of this order code */
  #add(
    keys: PayosKeys,
    fields: Pick<Link, "orderCode" | "amount" | "description" | "expiredAt" | "returnUrl">,
  ): string | null {
    const links = this.#links.get(keys.clientId) ?? new Map<number, Link>();
    if (links.has(fields.orderCode)) return null;
    const id = createHash("md5").update(`${keys.clientId}:${fields.orderCode}`).digest("hex");
    links.set(fields.orderCode, {
      ...fields,
      id,
      createdAt: this.#now().toISOString(),
      status: "PENDING",
      amountPaid: 0,
      transactions: [],
      cancellationReason: null,
      canceledAt: null,
    });
    this.#links.set(keys.clientId, links);
    return id;
  }

  /** Another system of the merchant makes a link, and its buyer pays. */
  plant(keys: PayosKeys, orderCode: number, amount: number): void {
    const expiredAt = Math.floor(this.#now().getTime() / 1000) + 3600;
    this.#add(keys, { orderCode, amount, description: "MUG", expiredAt, returnUrl: "https://mugs.example/" });
    this.transfer(keys, orderCode, amount);
  }

  /** Finds a link by order code, or by its id. */
  #find(keys: PayosKeys, id: string): Link | null {
    const links = this.#links.get(keys.clientId);
    const known = [...(links?.values() ?? [])].find(
      (link) => link.id === id || String(link.orderCode) === id,
    );
    return known === undefined ? null : this.link(keys, known.orderCode);
  }
}

/** The body of a notification. */
export function notificationOf(data: Readonly<Record<string, unknown>>, keys: PayosKeys): Buffer {
  const { data: content, signature } = signed(data, keys);
  return Buffer.from(
    JSON.stringify({ code: "00", desc: "success", success: true, data: content, signature }),
  );
}

/** Written down once more, so that a fault of the rail's own signature shows. */
function signed(data: Readonly<Record<string, unknown>>, keys: PayosKeys) {
  const lines: string[] = [];
  for (const name of Object.keys(data).toSorted()) {
    const value = data[name];
    const written = Array.isArray(value) ? JSON.stringify(value.map(sorted)) : (value ?? "");
    lines.push(`${name}=${String(written)}`);
  }
  return { code: "00", desc: "success", data, signature: hmac(lines.join("&"), keys) };
}

function sorted(item: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(item).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function hmac(signedText: string, { checksumKey }: PayosKeys): string {
  return createHmac("sha256", checksumKey).update(signedText).digest("hex");
}

function refusal(code: string, desc: string): Said {
  return { code, desc, data: null };
}
