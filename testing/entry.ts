/** The first module of the package: an older Node fails on a dependency before any other module can report it. */
const OLDEST_NODE = 24;
if (Number(process.versions.node.split(".")[0]) < OLDEST_NODE)
  throw new Error(
    `partner-raffle-api/testing runs on Node ${OLDEST_NODE} or newer; this is ${process.versions.node}.`,
  );

export const { ADMIN_TOKEN, ENCRYPTION_KEY, TestClock, startForTests } = await import("./start-for-tests.ts");
