import type { Command } from "../command.ts";
import { CLOCK_COMMANDS } from "./clock.ts";
import { COMPLETION_COMMANDS } from "./completion.ts";
import { DOCS_COMMANDS } from "./docs.ts";
import { DRAW_COMMANDS } from "./draws.ts";
import { EVENT_COMMANDS } from "./events.ts";
import { KEY_COMMANDS } from "./key.ts";
import { LISTEN_COMMANDS } from "./listen.ts";
import { MCP_COMMANDS } from "./mcp.ts";
import { RESOURCE_COMMANDS } from "./resources.ts";
import { TRIGGER_COMMANDS } from "./trigger.ts";
import { VERIFY_COMMANDS } from "./verify.ts";
import { WEBHOOK_COMMANDS } from "./webhooks.ts";

export const COMMANDS: readonly Command[] = [
  ...KEY_COMMANDS,
  ...LISTEN_COMMANDS,
  ...TRIGGER_COMMANDS,
  ...VERIFY_COMMANDS,
  ...DRAW_COMMANDS,
  ...EVENT_COMMANDS,
  ...WEBHOOK_COMMANDS,
  ...RESOURCE_COMMANDS,
  ...CLOCK_COMMANDS,
  ...DOCS_COMMANDS,
  ...COMPLETION_COMMANDS,
  ...MCP_COMMANDS,
];
