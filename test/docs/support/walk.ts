import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/** A command of a document, and what it says the command prints. */
export interface Step {
  /** Below docs/. */
  readonly document: string;
  /** Line of the document at which the block begins. */
  readonly line: number;
  readonly command: string;
  readonly shown: { readonly language: "json" | "text"; readonly text: string } | null;
}

/** A file that a document asks its reader to save: a block whose first line is a comment with its name. */
interface NamedFile {
  readonly name: string;
  readonly text: string;
}

interface Fence {
  readonly language: string;
  readonly text: string;
  readonly line: number;
}

export function fencesOf(markdown: string): Fence[] {
  return [...markdown.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(({ 1: language, 2: text, index }) => ({
    language: language!,
    text: text!,
    line: markdown.slice(0, index).split("\n").length,
  }));
}

/** Every `sh` block in order, each with the `json` or `text` block that comes next. */
export function stepsOf(document: string, markdown: string): Step[] {
  const fences = fencesOf(markdown);
  return fences.flatMap(({ language, text, line }, index) => {
    if (language !== "sh") return [];
    const next = fences[index + 1];
    const shown =
      next?.language === "json" || next?.language === "text"
        ? { language: next.language as "json" | "text", text: next.text }
        : null;
    return [{ document, line, command: text, shown }];
  });
}

export function filesOf(markdown: string): NamedFile[] {
  return fencesOf(markdown).flatMap(({ language, text }) => {
    const name = language === "js" ? /^\/\/ (\S+\.mjs)\n/.exec(text)?.[1] : undefined;
    return name === undefined ? [] : [{ name, text }];
  });
}

export async function save(folder: string, { name, text }: NamedFile): Promise<void> {
  const file = join(folder, name);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

/** What is another each time: ids, secrets, times. Equal texts say the same. */
export function masked(text: string): string {
  return text
    .replace(/(?<![0-9a-z])(cs|evt)_[0-9a-z]{26}\b/g, "$1_…")
    .replace(/\b(sk|pass|whsec)_[0-9A-Za-z+/]{8,}=*/g, "$1_…")
    .replace(/\bsbx_re_[0-9a-f]{32}\b/g, "sbx_re_…")
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, "(time)")
    .replace(/("durationMs": ?)\d+/g, "$10")
    .replace(/(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])/g, "(hash)")
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "(uuid)");
}

interface Ran {
  readonly status: number;
  readonly output: string;
  readonly errors: string;
}

/** One bash for a whole document, as a reader has it: what a block sets, the next one finds. */
export class Shell {
  readonly #bash: ChildProcess;
  readonly #folder: string;
  #output = "";
  #errors = "";
  #heard: () => void = () => {};

  constructor(folder: string, environment: Readonly<Record<string, string | undefined>>) {
    this.#folder = folder;
    // In a separate process group: background processes of a document end with it.
    this.#bash = spawn("bash", ["--noprofile", "--norc"], {
      cwd: folder,
      env: environment,
      stdio: ["pipe", "pipe", "pipe"],
      detached: true,
    });
    this.#bash.stdout!.setEncoding("utf8").on("data", (text: string) => {
      this.#output += text;
      this.#heard();
    });
    this.#bash.stderr!.setEncoding("utf8").on("data", (text: string) => void (this.#errors += text));
    this.#bash.once("exit", () => this.#heard());
  }

  async run(command: string): Promise<Ran> {
    const mark = `done-${crypto.randomUUID()}`;
    const file = join(this.#folder, "step.sh");
    await writeFile(file, command);
    this.#output = "";
    this.#errors = "";
    this.#bash.stdin!.write(`. '${file}' </dev/null; echo "${mark} $?"\n`);
    const end = new RegExp(`${mark} (\\d+)\\n`);
    while (!end.test(this.#output)) {
      if (this.#bash.exitCode !== null || this.#bash.signalCode !== null)
        throw new Error(`the shell ended:\n${this.#output}${this.#errors}`);
      await new Promise<void>((resolve) => {
        this.#heard = resolve;
      });
    }
    const { 1: status, index } = end.exec(this.#output)!;
    return { status: Number(status), output: this.#output.slice(0, index), errors: this.#errors };
  }

  async close(): Promise<void> {
    if (this.#bash.exitCode !== null || this.#bash.signalCode !== null) return;
    const ended = once(this.#bash, "exit");
    process.kill(-this.#bash.pid!, "SIGKILL");
    await ended;
  }
}
