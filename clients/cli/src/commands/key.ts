import { PartnerRaffle } from "../../../typescript/src/index.ts";
import type { Command } from "../command.ts";
import { UsageError } from "../failure.ts";
import { called } from "../service.ts";

export const KEY_COMMANDS: readonly Command[] = [
  {
    name: "login",
    help: "store a key, read from standard input or a prompt",
    run: async ({ baseUrl, hiddenLine, output, profile }) => {
      const address = baseUrl();
      const apiKey = await hiddenLine("API key: ");
      if (!/^[\x21-\x7e]+$/.test(apiKey)) throw new UsageError("that is not a key");
      const { organisation, scopes } = await new PartnerRaffle({ apiKey, baseUrl: address }).get("/whoami");
      profile.change({ apiKey, baseUrl: address });
      output.data(
        { organisation, scopes },
        `${organisation.slug}  ${organisation.mode}  ${scopes.join(" ")}`,
      );
      output.note(`stored in ${profile.file}`);
    },
  },
  {
    name: "whoami",
    help: "show the key's organisation, mode, scopes and budget",
    tool: "reads",
    run: async ({ raffle, output }) => output.data(await raffle().get("/whoami")),
  },
  {
    name: "status",
    help: "show whether the service is ready; no key is needed",
    tool: "reads",
    run: async ({ baseUrl, output }) => {
      const began = performance.now();
      await called(`${baseUrl()}/readyz`);
      const durationMs = Math.round(performance.now() - began);
      output.data({ baseUrl: baseUrl(), ready: true, durationMs }, `${baseUrl()}  ready  ${durationMs} ms`);
    },
  },
];
