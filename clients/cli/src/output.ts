/** A key anywhere in a text. The prefix that `whoami` shows is shorter. */
const KEY = /sk_\w{20,}/g;
const UNSEEN = /[\p{Cc}\p{Cf}]/gu;

/** Data goes to standard output, notes to standard error. Neither has a key or a control character. */
export class Output {
  readonly #json: boolean;
  readonly #write: (text: string) => void;
  readonly #note: (text: string) => void;

  constructor(write: (text: string) => void, note: (text: string) => void, json: boolean) {
    this.#write = write;
    this.#note = note;
    this.#json = json;
  }

  /** Prints something: as one JSON a line with `--json`, else as `text`, by default its members. */
  data(value: object, text?: string): void {
    if (this.#json) this.#write(`${jsonOf(value)}\n`);
    else this.#write(`${cleaned(text ?? JSON.stringify(value, null, 2))}\n`);
  }

  /** Prints a text as it is, in lines. */
  text(text: string): void {
    this.#write(`${cleaned(text)}\n`);
  }

  note(text: string): void {
    this.#note(`${cleaned(text)}\n`);
  }
}

/** Answers must not write control sequences to a terminal. */
function cleaned(text: string): string {
  return text
    .replaceAll(KEY, "sk_…")
    .replaceAll(UNSEEN, (character) => (character === "\n" ? character : "?"));
}

function jsonOf(value: object): string {
  return JSON.stringify(value).replaceAll(KEY, "sk_…").replaceAll(UNSEEN, escaped);
}

function escaped(character: string): string {
  return Array.from({ length: character.length }, (_, at) => {
    const unit = character.charCodeAt(at).toString(16);
    return `\\u${unit.padStart(4, "0")}`;
  }).join("");
}
