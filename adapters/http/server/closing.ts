import type { Socket } from "node:net";

/** Limits (time and bytes) for discarding data that arrives on a connection being closed. */
const LINGER_MS = 5_000;
const LINGER_BYTES = 10_000_000;
/**
 * Reading it takes time from other requests, and memory until that is collected. So all connections together are read
 * this much and this much a second beyond it, a few at a time and a little a tick; those whose turn does not come are
 * closed unread, and in a flood all are.
 */
const READ_BYTES = 4_000_000;
const READ_BYTES_PER_TICK = 200_000;
const READ_BYTES_PER_SEC = 2_000_000;
const READ_AT_ONCE = 4;
const FLOOD = 100;
const TICK_MS = 20;

interface Closing {
  readonly socket: Socket;
  readonly until: number;
  /** The greatest `bytesRead`. */
  readonly limit: number;
  /** The `bytesRead` already charged to the budgets. */
  counted: number;
  reading: boolean;
}

const closing = new WeakSet<Socket>();
/** In the order of their turns. */
const open = new Set<Closing>();
let budgetBytes = READ_BYTES;
let tickBytes = READ_BYTES_PER_TICK;
let ticking: NodeJS.Timeout | null = null;
let tickedAt = 0;

/**
 * Ends a connection so that what was written arrives: closed at once, with bytes unread, it would be reset, and the
 * client could lose its answer.
 */
export function closeGently(socket: Socket): void {
  if (closing.has(socket)) return;
  closing.add(socket);
  socket.end();
  const { bytesRead } = socket;
  const entry: Closing = {
    socket,
    until: performance.now() + LINGER_MS,
    limit: bytesRead + LINGER_BYTES,
    counted: bytesRead,
    reading: false,
  };
  open.add(entry);
  // Behind Node's own wish to read the rest.
  process.nextTick(() => {
    process.nextTick(() => {
      if (!entry.reading) socket.pause();
    });
  });
  socket.on("data", () => {
    charge(entry);
    if (tickBytes <= 0) rest(entry);
  });
  socket.once("close", () => {
    charge(entry);
    open.delete(entry);
  });
  if (ticking === null) {
    tickedAt = performance.now();
    ticking = setInterval(tick, TICK_MS);
  }
}

/** Nothing more is answered on it. */
export function isClosing(socket: Socket): boolean {
  return closing.has(socket);
}

function tick(): void {
  const now = performance.now();
  budgetBytes = Math.min(READ_BYTES, budgetBytes + ((now - tickedAt) / 1_000) * READ_BYTES_PER_SEC);
  tickedAt = now;
  tickBytes = READ_BYTES_PER_TICK;
  let reading = 0;
  for (const entry of open) {
    const { socket } = entry;
    charge(entry);
    if (now > entry.until || socket.bytesRead > entry.limit) socket.destroy();
    else if (reading < READ_AT_ONCE && budgetBytes > 0 && open.size <= FLOOD) {
      reading += 1;
      entry.reading = true;
      socket.resume();
    } else if (entry.reading) rest(entry);
  }
  if (open.size === 0 && ticking !== null) {
    clearInterval(ticking);
    ticking = null;
  }
}

function rest(entry: Closing): void {
  entry.reading = false;
  entry.socket.pause();
}

function charge(entry: Closing): void {
  const bytes = entry.socket.bytesRead - entry.counted;
  budgetBytes -= bytes;
  tickBytes -= bytes;
  entry.counted = entry.socket.bytesRead;
}
