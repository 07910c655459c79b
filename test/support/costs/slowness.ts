/** Processor milliseconds of one sample on the reference machine, with nothing else running. */
const REFERENCE_MS = 24;
/** Repetitions of the work in one sample: some systems count processor time in steps of several milliseconds. */
const REPETITIONS = 10;

/** Comparison of this machine, as busy as it is, with the reference machine: by fixed work, repeated during the run. */
export class Slowness {
  #samples = 0;
  #ms = 0;

  sample(): void {
    const before = process.threadCpuUsage();
    for (let i = 0; i < REPETITIONS; i++) work();
    const { user, system } = process.threadCpuUsage(before);
    this.#samples += 1;
    this.#ms += (user + system) / 1_000;
  }

  /** Returns how many times longer the same work takes here: the mean of all samples, 1 without any. */
  get factor(): number {
    return this.#samples === 0 ? 1 : this.#ms / this.#samples / REFERENCE_MS;
  }
}

/** Makes, sorts and reads texts, as tests do most of the time. */
function work(): number {
  let state = 1;
  const rows = Array.from({ length: 4_000 }, (_, id) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return { id, name: `row ${state}`, values: [state % 7, state % 11, state % 13] };
  });
  const sorted = rows.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const read = JSON.parse(JSON.stringify(sorted)) as typeof rows;
  return new Set(read.map(({ name }) => name.replaceAll(/\d/g, "x"))).size;
}
