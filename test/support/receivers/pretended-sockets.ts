import { connect, type Socket } from "node:net";

/** Sockets to a port of the loopback that say they reached what the test wants; null: the truth. */
export function pretending(port: number, reached: string | null) {
  const opened: { addresses: readonly string[]; port: number }[] = [];
  const open = (addresses: readonly string[], wanted: number): Socket => {
    opened.push({ addresses, port: wanted });
    const socket = connect({ host: "127.0.0.1", port });
    if (reached !== null) Object.defineProperty(socket, "remoteAddress", { value: reached });
    return socket;
  };
  return { opened, open };
}
