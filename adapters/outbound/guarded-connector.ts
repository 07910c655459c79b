import { once } from "node:events";
import { connect, isIP, type LookupFunction, type Socket } from "node:net";
import { callbackify } from "node:util";
import ipaddr from "ipaddr.js";
import { buildConnector, errors } from "undici";
import { type AddressGuard, AddressRefused } from "./address-guard.ts";

/** A connection attempt must end even if no caller waits any more: a call ends at its own deadline. */
const CONNECT_MS = 10_000;

/** Begins to connect to one of these addresses; resolves no name. */
export type OpenSocket = (addresses: readonly string[], port: number) => Socket;

/**
 * Connects to the addresses that the guard has judged and to no other. All connections, by name or by address, are
 * opened here. Before the first byte is sent, the other end is compared with the judged addresses.
 * @param timeoutMs of resolving and connecting together, and then of TLS
 */
export function guardedConnector(
  guard: AddressGuard,
  open: OpenSocket = openSocket,
  timeoutMs: number = CONNECT_MS,
): buildConnector.connector {
  const secure = buildConnector({ timeout: timeoutMs });
  return (options, callback) => {
    const { hostname, protocol } = options;
    const isSecure = protocol === "https:";
    const port = Number(options.port) || (isSecure ? 443 : 80);
    callReach(guard, open, { hostname, port, timeoutMs }, (error, socket) => {
      if (error) callback(error, null);
      else if (isSecure) secure({ ...options, httpSocket: socket }, withNamedTimeout(hostname, callback));
      else callback(null, socket);
    });
  };
}

/** All timeouts have one name, wherever they are detected. */
function withNamedTimeout(hostname: string, callback: buildConnector.Callback): buildConnector.Callback {
  return (...outcome) => {
    const [error] = outcome;
    if (error instanceof errors.ConnectTimeoutError) callback(tooLate(hostname), null);
    else callback(...outcome);
  };
}

async function reach(
  guard: AddressGuard,
  open: OpenSocket,
  { hostname, port, timeoutMs }: { hostname: string; port: number; timeoutMs: number },
): Promise<Socket> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(tooLate(hostname)), timeoutMs);
  let socket: Socket | undefined;
  try {
    const addresses = await Promise.race([guard.addresses(hostname), late.promise]);
    socket = open(addresses, port);
    // The socket's next owner also listens; until then an error must have a listener.
    socket.on("error", () => {});
    await Promise.race([once(socket, "connect"), late.promise]);
    const reached = socket.remoteAddress;
    if (!reached || !isOneOf(addresses, reached) || !guard.isCallable(hostname, reached))
      throw new AddressRefused(`${hostname} was reached at an address that was not judged`);
  } catch (error) {
    socket?.destroy();
    throw error;
  } finally {
    clearTimeout(timer);
  }
  // Calls are small, and idle connections are kept: a dead one must be noticed.
  return socket.setNoDelay(true).setKeepAlive(true, 60_000);
}

const callReach = callbackify(reach);

/** Several addresses are tried one soon after the other, as Node does it. */
const openSocket: OpenSocket = (addresses, port) => {
  const [first] = addresses;
  if (addresses.length === 1) return connect({ host: first!, port });
  const judged = addresses.map((address) => ({ address, family: isIP(address) }));
  const lookup: LookupFunction = (_, options, done) => {
    if (options.all) done(null, judged);
    else done(null, judged[0]!.address, judged[0]!.family);
  };
  // Never looked up, and no literal, which Node would take without asking.
  return connect({ host: "judged.invalid", port, lookup, autoSelectFamily: true });
};

function isOneOf(addresses: readonly string[], reached: string): boolean {
  const canonical = (address: string) => ipaddr.process(address).toNormalizedString();
  return addresses.some((address) => canonical(address) === canonical(reached));
}

function tooLate(hostname: string): Error {
  return Object.assign(new Error(`${hostname} could not be reached in time`), { code: "timeout" });
}
