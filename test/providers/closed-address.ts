import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";

/** Where nobody listens any more: the real error of a connection that never was. */
export async function closedAddress(): Promise<string> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return `http://127.0.0.1:${port}`;
}
