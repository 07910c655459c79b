import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { hexToBytes } from "@noble/hashes/utils.js";

const ORDER = secp256k1.Point.Fn.ORDER;
/** Bytes before the point of a secp256k1 key in its DER (RFC 5480). */
const PREFIX = hexToBytes("3056301006072a8648ce3d020106052b8104000a034200");

/** A key service that answers as AWS KMS does, in JSON, on loopback. */
export class FakeKms {
  readonly url: string;
  /** The private key. */
  secret: Uint8Array;
  /** Which half `s` is in. */
  half: "high" | "low" = "high";
  /** Answers 500 instead. */
  failing = false;
  readonly calls: string[] = [];
  readonly #publicKey: Uint8Array;
  readonly #server: Server;

  private constructor(server: Server, secret: Uint8Array) {
    this.#server = server;
    this.secret = secret;
    this.#publicKey = secp256k1.getPublicKey(secret, false);
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  /** @param privateKey 64 hexadecimal digits */
  static async start(privateKey: string): Promise<FakeKms> {
    const server = createServer();
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const kms = new FakeKms(server, hexToBytes(privateKey));
    server.on("request", async (request, response) => {
      let body = "";
      for await (const chunk of request) body += String(chunk);
      const answer = kms.#answer(String(request.headers["x-amz-target"]), JSON.parse(body));
      response.writeHead(kms.failing ? 500 : 200, { "Content-Type": "application/x-amz-json-1.1" });
      response.end(JSON.stringify(kms.failing ? { __type: "KMSInternalException" } : answer));
    });
    return kms;
  }

  /** The variables by which AWS's client finds it. */
  get environment(): Record<string, string> {
    return {
      AWS_ENDPOINT_URL_KMS: this.url,
      AWS_REGION: "eu-central-1",
      AWS_ACCESS_KEY_ID: "nobody",
      AWS_SECRET_ACCESS_KEY: "nothing",
    };
  }

  async stop(): Promise<void> {
    const end = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    this.#server.closeAllConnections();
    await end;
  }

  #answer(target: string, { Message }: { readonly Message?: string }): object {
    const operation = target.split(".").at(-1)!;
    this.calls.push(operation);
    if (operation === "GetPublicKey") {
      return { PublicKey: Buffer.concat([PREFIX, this.#publicKey]).toString("base64") };
    }
    const digest = Buffer.from(Message!, "base64");
    const { r, s } = secp256k1.Signature.fromBytes(secp256k1.sign(digest, this.secret, { prehash: false }));
    const signature = new secp256k1.Signature(r, this.half === "high" ? ORDER - s : s);
    return { Signature: Buffer.from(signature.toBytes("der")).toString("base64") };
  }
}
