import { mkdir, mkdtemp, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readConfig } from "../../../app/config/config.ts";
import { keptSecrets, seedDemo } from "../../../app/demo.ts";
import { ADMIN_TOKEN, TestService } from "../../support/service/service.ts";
import { unusedPort } from "../../support/service/unused-port.ts";
import { filesOf, masked, save, Shell, type Step, stepsOf } from "./walk.ts";

/** Parts of documents that a test cannot have. */
const SHOWN_SERVICE = "http://127.0.0.1:3000";
const SHOWN_RECEIVER_PORT = "4000";
/** Files of a reader's folder that documents use. */
const PROJECT = ["docs", "node_modules", "package.json", "tools", "src"];

/** A folder and a service like those of a reader who has just started the demo. */
interface Tour {
  readonly folder: string;
  readonly service: TestService;
  readonly steps: readonly Step[];
  /** Runs a step. @returns what it printed and what the document shows, both with ids and times masked */
  take(step: Step): Promise<{ readonly printed: unknown; readonly shown: unknown }>;
  end(): Promise<void>;
}

/** @param documents below docs/, read one after the other by the same reader */
export async function beginTour(...documents: readonly string[]): Promise<Tour> {
  const pages = await Promise.all(
    documents.map(async (document) => ({
      document,
      markdown: await readFile(new URL(`../../../docs/${document}`, import.meta.url), "utf8"),
    })),
  );
  const folder = await mkdtemp(join(tmpdir(), "tour-"));
  const dataDir = join(folder, ".data");
  await mkdir(dataDir);
  for (const name of PROJECT)
    await symlink(fileURLToPath(new URL(`../../../${name}`, import.meta.url)), join(folder, name));
  const service = await TestService.open({ background: true });
  const config = readConfig({ DATA_DIR: dataDir, ADMIN_TOKEN });
  await keptSecrets(config);
  await seedDemo(service.wiring, config);
  const receiverPort = String(await unusedPort());
  const local = (text: string) =>
    text
      .replaceAll(SHOWN_SERVICE, service.baseUrl)
      .replaceAll(new RegExp(`\\b${SHOWN_RECEIVER_PORT}\\b`, "g"), receiverPort);
  const asShown = (text: string) =>
    masked(text.replaceAll(service.baseUrl, SHOWN_SERVICE).replaceAll(receiverPort, SHOWN_RECEIVER_PORT));
  for (const { name, text } of pages.flatMap(({ markdown }) => filesOf(markdown)))
    await save(folder, { name, text: local(text) });
  const shell = new Shell(folder, { PATH: process.env.PATH, HOME: folder, LANG: "C.UTF-8" });

  return {
    folder,
    service,
    steps: pages.flatMap(({ document, markdown }) => stepsOf(document, markdown)),
    async take({ command, shown }) {
      const { status, output, errors } = await shell.run(local(command));
      if (status !== 0 || errors !== "")
        throw new Error(`ended with ${status}: ${errors}\n${command}\n${output}`);
      if (shown === null) return { printed: null, shown: null };
      if (shown.language === "text") return { printed: asShown(output), shown: masked(shown.text) };
      return { printed: JSON.parse(asShown(output)), shown: JSON.parse(masked(shown.text)) };
    },
    async end() {
      await shell.close();
      await service.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
