/**
 * Preloaded into a process (`node --import`): its machine's clock is ahead by CLOCK_AHEAD_MS, until SIGUSR2 sets it
 * right. The steady clock goes on as it did.
 */
const Right = Date;
let aheadMs = Number(process.env.CLOCK_AHEAD_MS);
process.on("SIGUSR2", () => (aheadMs = 0));

const now = () => Right.now() + aheadMs;

globalThis.Date = new Proxy(Right, {
  construct: (target, args: unknown[], asked) =>
    Reflect.construct(target, args.length === 0 ? [now()] : args, asked),
  get: (target, name, receiver) => (name === "now" ? now : Reflect.get(target, name, receiver)),
});
