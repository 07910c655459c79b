/** Turns for simultaneous calls, which several collectors may share. */
export class Turns {
  readonly #atOnce: number;
  readonly #waiting: (() => void)[] = [];
  #underWay = 0;

  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  /** Begins once a turn is free, in the order of calls. */
  take(begin: () => void): void {
    if (this.#underWay < this.#atOnce) {
      this.#underWay++;
      setImmediate(begin);
    } else this.#waiting.push(begin);
  }

  /** Returns a turn: the next call begins at once. @returns whether one was waiting */
  giveBack(): boolean {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#underWay--;
    return next !== undefined;
  }
}
