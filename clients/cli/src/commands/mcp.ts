import { stdin } from "node:process";
import { VERSION } from "../../../typescript/src/index.ts";
import type { Call, Command } from "../command.ts";
import { answerLines, type Method, RPC, RpcError } from "../json-rpc.ts";
import { Output } from "../output.ts";
import { called } from "../service.ts";
import { bounded, type Tool, toolOf, toolResult } from "../tools.ts";
import { pageText } from "./docs.ts";
import { expectTest } from "./trigger.ts";

/** Versions of the protocol, the newest first. */
const PROTOCOLS = ["2025-06-18", "2025-03-26", "2024-11-05"];
const PAGE_LINE = /^- \[(.*)\]\(.*\/docs\/([\w/.-]+\.md)\): (.*)$/gm;

export const MCP_COMMANDS: readonly Command[] = [
  {
    name: "mcp",
    help: "serve these commands to coding agents by the Model Context Protocol, without --write those that read",
    options: ["write"],
    run: async (call) => {
      const { options, commands, signal } = call;
      const writes = options.write !== undefined;
      const baseUrl = call.baseUrl();
      const pinned = { ...(writes ? await testCall(call) : call), baseUrl: () => baseUrl };
      const chosen = commands.filter(({ tool }) => tool === "reads" || (writes && tool === "writes"));
      // Nothing else may be on standard output.
      const output = new Output(
        (line) => void process.stdout.write(line),
        () => undefined,
        true,
      );
      signal.addEventListener("abort", () => stdin.destroy(), { once: true });
      stdin.setEncoding("utf8");
      try {
        await answerLines(stdin, methodsOf(pinned, chosen.map(toolOf)), (answer) => output.data(answer));
      } catch (error) {
        if (!signal.aborted) throw error;
      }
    },
  },
];

/** Returns a call with the key of now. @throws Failure: the key is a live one */
async function testCall(call: Call): Promise<Call> {
  const [apiKey, raffle] = [call.apiKey(), call.raffle()];
  await expectTest(raffle, "mcp --write");
  return { ...call, apiKey: () => apiKey, raffle: () => raffle };
}

function methodsOf(call: Call, tools: readonly Tool[]): Readonly<Record<string, Method>> {
  return {
    initialize: async ({ protocolVersion }) => ({
      protocolVersion: PROTOCOLS.find((version) => version === protocolVersion) ?? PROTOCOLS[0],
      capabilities: { tools: {}, resources: {} },
      serverInfo: { name: "raffle", version: VERSION },
      instructions: `The Partner Raffle API at ${call.baseUrl()}: search its documents first.`,
    }),
    ping: async () => ({}),
    "tools/list": async () => ({ tools: tools.map(({ described }) => described) }),
    "tools/call": async ({ name, arguments: input = {} }) => {
      const tool = tools.find(({ described }) => described.name === name);
      if (!tool) throw new RpcError(RPC.invalidParams, "no such tool");
      return toolResult(tool, input, call);
    },
    "resources/list": async () => ({ resources: await resources(call) }),
    "resources/read": async ({ uri }) => {
      const before = `${call.baseUrl()}/docs/`;
      if (typeof uri !== "string") throw new RpcError(RPC.invalidParams, "uri is missing");
      const page = uri.startsWith(before) ? uri.slice(before.length) : "";
      try {
        const { text } = await pageText(call.baseUrl(), page);
        return { contents: [{ uri, mimeType: "text/markdown", text: bounded(text) }] };
      } catch (error) {
        throw new RpcError(RPC.noResource, (error as Error).message);
      }
    },
  };
}

/** Returns the partner's pages. */
async function resources({ baseUrl }: Call): Promise<object[]> {
  const list = await called(`${baseUrl()}/docs/llms.txt`);
  const [, partners = ""] = list.split(/^## /m);
  return [...partners.matchAll(PAGE_LINE)].map(([, title, file, description]) => ({
    uri: `${baseUrl()}/docs/${file}`,
    name: file,
    title,
    description,
    mimeType: "text/markdown",
  }));
}
