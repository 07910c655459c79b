import { spawnSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { optionsOf } from "../../../clients/cli/src/command.ts";
import { COMMANDS } from "../../../clients/cli/src/commands/commands.ts";
import { profileFolder, raffle } from "../support/command-line.ts";

const folder = profileFolder();

/** The programs that complete, for words whose last one is not finished. They print one completion a line. */
const SHELLS: Readonly<Record<string, (script: string, words: readonly string[]) => readonly string[]>> = {
  bash: (script, words) => [
    "-c",
    `. "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _raffle; printf '%s\\n' "\${COMPREPLY[@]}"`,
    script,
    ...words,
  ],
  zsh: (script, words) => [
    "-f",
    "-c",
    `compdef() {}; _files() {}; compadd() { shift; printf '%s\\n' "\${(M)@:#$word*}" }
     . "$0"; words=("$@"); CURRENT=$#; word=$words[CURRENT]; _raffle`,
    script,
    ...words,
  ],
  fish: (script, words) => [
    "-N",
    "-c",
    `source $argv[1]; complete -C (string join -- ' ' $argv[2..-1]) | string split -f1 \\t`,
    script,
    ...words,
  ],
};

it.for(Object.keys(SHELLS))("%s completes commands and their options", async (shell, { skip }) => {
  if (spawnSync(shell, ["-c", "true"]).error) {
    const reason = `this machine has no ${shell}`;
    console.log(`its completion is not tried: ${reason}`);
    skip(reason);
  }
  const path = join(folder.path, shell);
  const { exit, stdout } = await raffle(["completion", shell]);
  expect(exit).toBe(0);
  await writeFile(path, stdout);
  const completed = (words: readonly string[]) => {
    const { stdout: lines, stderr } = spawnSync(shell, SHELLS[shell]!(path, ["raffle", ...words]), {
      encoding: "utf8",
    });
    expect(stderr).toBe("");
    return lines
      .split("\n")
      .filter((line) => line !== "")
      .toSorted();
  };
  const firsts = [...new Set(COMMANDS.map(({ name }) => name.split(" ")[0]!))];
  expect(completed([""])).toEqual(firsts.toSorted());
  expect(completed(["comp"])).toEqual(["competitions", "completion"]);
  expect(completed(["--json", "events", ""])).toEqual(["get", "list"]);
  expect(completed(["docs", "sea"])).toEqual(["search"]);
  expect(completed(["trigger", "lot."])).toEqual(["lot.cancelled", "lot.closed"]);
  expect(completed(["events", "list", "--li"])).toEqual(["--limit"]);
  for (const command of COMMANDS.filter((_, at) => at % 4 === 0)) {
    const options = optionsOf(command).map(({ name }) => `--${name}`);
    expect(completed([...command.name.split(" "), "--"]), command.name).toEqual(options.toSorted());
  }
});

it("knows no other shell", async () => {
  expect(await raffle(["completion", "tcsh"])).toMatchObject({ exit: 2, stdout: "" });
});
