import { type Command, optionsOf } from "../command.ts";
import { UsageError } from "../failure.ts";

type Script = (commands: readonly Command[]) => string;

const SCRIPTS: Readonly<Record<string, Script>> = { bash: bashScript, zsh: zshScript, fish: fishScript };
const SHELLS = Object.keys(SCRIPTS);

export const COMPLETION_COMMANDS: readonly Command[] = [
  {
    name: "completion",
    help: "print a script with which a shell completes these words",
    arguments: ["SHELL"],
    choices: SHELLS,
    run: async ({ arguments: [shell], commands, output }) => {
      if (!SHELLS.includes(shell!)) throw new UsageError(`completion: choose one of ${SHELLS.join(", ")}`);
      output.text(SCRIPTS[shell!]!(commands).trimEnd());
    },
  },
];

/** Words that may follow others. */
interface Place {
  /** Words before, without options. Empty: none. */
  readonly before: string;
  /** More words may stand between. */
  readonly isOpen: boolean;
  readonly next: readonly string[];
}

function places(commands: readonly Command[]): Place[] {
  const names = commands.map(({ name }) => name.split(" "));
  const groups = new Set(names.filter(({ length }) => length > 1).map(([first]) => first!));
  const secondsOf = (group: string) =>
    names.filter(([first, second]) => first === group && second !== undefined).map(([, second]) => second!);
  return [
    ...commands.map((command) => ({
      before: command.name,
      isOpen: true,
      next: [
        ...secondsOf(command.name),
        ...(command.choices ?? []),
        ...optionsOf(command).map(({ name }) => `--${name}`),
      ],
    })),
    ...[...groups].map((group) => ({ before: group, isOpen: false, next: secondsOf(group) })),
    { before: "", isOpen: false, next: [...new Set(names.map(([first]) => first!))] },
  ];
}

/** Returns the branches of a `case` over the words before. */
function cases(commands: readonly Command[], then: (next: string) => string): string {
  return places(commands)
    .map(({ before, isOpen, next }) => {
      const pattern = isOpen ? `"${before}" | "${before} "*` : `"${before}"`;
      return `    ${pattern}) ${then(next.join(" "))} ;;`;
    })
    .join("\n");
}

function bashScript(commands: readonly Command[]): string {
  return `# raffle completion bash
_raffle() {
  local word=\${COMP_WORDS[COMP_CWORD]} each next
  local -a before=()
  for each in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    [[ $each == -* ]] || before+=("$each")
  done
  case "\${before[*]}" in
${cases(commands, (next) => `next="${next}"`)}
  esac
  COMPREPLY=($(compgen -W "$next" -- "$word"))
}
complete -o default -F _raffle raffle
`;
}

function zshScript(commands: readonly Command[]): string {
  return `#compdef raffle
_raffle() {
  local each
  local -a before=()
  for each in "\${(@)words[2,CURRENT-1]}"; do
    [[ $each == -* ]] || before+=("$each")
  done
  case "\${(j: :)before}" in
${cases(commands, (next) => `compadd -- ${next}`)}
  esac
  [[ $compstate[nmatches] -gt 0 ]] || _files
}
if [[ $funcstack[1] == _raffle ]]; then _raffle "$@"; else compdef _raffle raffle; fi
`;
}

function fishScript(commands: readonly Command[]): string {
  const lines = commands.flatMap((command) => {
    const { name, help, choices = [] } = command;
    const [last, ...before] = name.split(" ").toReversed();
    const inside = `complete -c raffle -n "__raffle_in ${name}"`;
    const options = optionsOf(command).map((option) =>
      [inside, "-l", option.name, ...(option.takesValue ? ["-r"] : []), "-d", quoted(option.help)].join(" "),
    );
    return [
      `complete -c raffle -f -n "__raffle_is ${before.join(" ")}" -a ${last} -d ${quoted(help)}`,
      ...options,
      ...(choices.length > 0 ? [`${inside} -f -a "${choices.join(" ")}"`] : []),
    ];
  });
  const groups = places(commands).filter(({ before, isOpen }) => !isOpen && before !== "");
  const firsts = groups.map(({ before }) => `complete -c raffle -f -n "__raffle_is" -a ${before}`);
  return `# raffle completion fish
function __raffle_before
  set -l words (commandline -opc)
  set -e words[1]
  set -l before
  for word in $words
    string match -q -- '-*' $word; or set -a before $word
  end
  echo "$before"
end
function __raffle_is
  set -l before (__raffle_before)
  test "$before" = "$argv"
end
function __raffle_in
  set -l before (__raffle_before)
  string match -q -- "$argv *" "$before "
end
${[...firsts, ...lines].join("\n")}
`;
}

function quoted(text: string): string {
  return `'${text.replaceAll(/['\\]/g, "\\$&")}'`;
}
