/** Run by git with the file of a commit's message: refuses a message that breaks the rules of docs/contributing.md. */
import { readFileSync } from "node:fs";

const MAX_LENGTH = 72;
const VERBS = new Set(
  `Add Allow Answer Avoid Cache Check Clean Close Compare Count Cover Cut Deduplicate Delete Derive Describe Document
  Draw Drop Enforce Expose Extract Fix Format Generate Give Handle Hide Ignore Index Inline Install Isolate Keep Limit
  Link List Load Log Make Mark Measure Merge Move Name Parse Pin Port Prefer Prevent Print Protect Prove Read Record
  Reduce Refactor Refuse Register Reject Release Remove Rename Render Reorder Replace Report Require Restore Retry
  Return Rewrite Route Run Save Serve Set Share Show Simplify Skip Sort Split Start Stop Store Support Switch Test Tidy
  Translate Trim Turn Type Unify Update Upgrade Use Validate Verify Wait Warn Write`.split(/\s+/),
);
/** Written by git itself. */
const GENERATED = /^(Merge|Revert|fixup!|squash!|amend!) /;

/** Returns what is wrong with a message: nothing for one that follows the rules. */
export function messageFaults(message: string): string[] {
  const [subject = "", blank = "", ...body] = message.split("\n").filter((line) => !line.startsWith("#"));
  if (GENERATED.test(subject)) return [];
  const [first = ""] = subject.split(" ");
  const faults: string[] = [];
  if (subject.length > MAX_LENGTH)
    faults.push(`The subject has ${subject.length} characters: ${MAX_LENGTH} at most.`);
  if (subject.endsWith(".")) faults.push("The subject ends with a full stop.");
  if (!VERBS.has(first))
    faults.push(
      `The subject begins with "${first}": use an imperative verb, one of ${[...VERBS].join(", ")}.`,
    );
  if (blank !== "") faults.push("A blank line separates subject and body.");
  if (body.some((line) => line.length > MAX_LENGTH && line.includes(" ")))
    faults.push(`The body is wrapped at ${MAX_LENGTH} characters.`);
  return faults;
}

if (import.meta.main) {
  const faults = messageFaults(readFileSync(process.argv[2]!, "utf8"));
  for (const fault of faults) console.error(fault);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
