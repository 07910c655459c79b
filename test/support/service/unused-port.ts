import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/** Below what systems give to those who ask for any port, so nobody gets it by chance before it is used. */
const FIRST = 15_000;
const LAST = 31_999;

/** A port of 127.0.0.1 that nobody listens at. */
export async function unusedPort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, LAST + 1);
    const server = createServer().listen(port, "127.0.0.1");
    const free = await once(server, "listening").then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code === "EADDRINUSE") return false;
        throw error;
      },
    );
    if (!free) continue;
    server.close();
    await once(server, "close");
    return port;
  }
}
