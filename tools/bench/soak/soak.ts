import { BadUsage } from "../../usage.ts";
import { readOptions, USAGE } from "./options.ts";

try {
  const options = readOptions(process.argv.slice(2));
  if (options === null) console.log(USAGE);
  else {
    // Imported here so that `--help` does not wait for the service to load.
    const { soak } = await import("./soaking.ts");
    if ((await soak(options)).length > 0) process.exitCode = 1;
  }
} catch (error) {
  if (!(error instanceof BadUsage)) throw error;
  console.error(`${error.message}\n\n${USAGE}`);
  process.exitCode = 2;
}
