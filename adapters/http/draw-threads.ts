import { once } from "node:events";
import { availableParallelism } from "node:os";
import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import type { ComputedDraw, DrawComputer } from "../../ports/draw-computer.ts";
import type { Log } from "../../ports/log.ts";
import { InvalidRequest, Unavailable } from "../../src/shared/problem.ts";
import type { DrawAnswer, DrawTask } from "./draw-thread.ts";
import { computeDraw } from "./reveal-body.ts";

const MB = 1024 * 1024;

export interface DrawThreadsOptions {
  readonly log: Log;
  readonly threads?: number;
  /** Larger requests go to a thread. */
  readonly inlineBytes?: number;
  /** So much may wait for a thread; what comes beyond is refused. */
  readonly waitingBytes?: number;
  /** Longest that one draw may take, once a thread has it. */
  readonly timeoutMs?: number;
  /** Memory of a thread; one that needs more ends. */
  readonly heapMb?: number;
  readonly script?: URL;
}

interface Job {
  readonly request: Uint8Array;
  readonly serverSeed: string | null;
  readonly resolve: (computed: ComputedDraw) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Computes small draws at once and large ones in threads, where they hold up nobody else. Of 8 MB parsing, canonical
 * form and hash take up to two seconds, of 64 kB a few milliseconds. Threads are started when they are first needed;
 * one that dies or hangs fails the one request that it had, and is replaced by the next.
 */
export class DrawThreads implements DrawComputer {
  readonly #log: Log;
  readonly #most: number;
  readonly #inlineBytes: number;
  readonly #waitingBytes: number;
  readonly #timeoutMs: number;
  readonly #heapMb: number;
  readonly #script: URL;
  readonly #alive = new Set<Worker>();
  readonly #idle: Worker[] = [];
  readonly #waiting: Job[] = [];
  /** Of those that wait. */
  #bytes = 0;
  #closed = false;

  constructor({
    log,
    threads = Math.min(4, availableParallelism()),
    inlineBytes = 64 * 1024,
    waitingBytes = 128 * MB,
    timeoutMs = 15_000,
    heapMb = 1_024,
    script = new URL(`./draw-thread${extname(import.meta.url)}`, import.meta.url),
  }: DrawThreadsOptions) {
    this.#log = log;
    this.#most = threads;
    this.#inlineBytes = inlineBytes;
    this.#waitingBytes = waitingBytes;
    this.#timeoutMs = timeoutMs;
    this.#heapMb = heapMb;
    this.#script = script;
  }

  async compute(request: Uint8Array, serverSeed: string | null): Promise<ComputedDraw> {
    if (request.byteLength <= this.#inlineBytes) return computeDraw(request, serverSeed);
    if (this.#closed) throw new Error("the draw threads are closed");
    if (this.#bytes + request.byteLength > this.#waitingBytes) {
      throw Unavailable.because("Too many large draws are waiting. Try again shortly.");
    }
    this.#bytes += request.byteLength;
    return new Promise((resolve, reject) => {
      this.#waiting.push({ request, serverSeed, resolve, reject });
      this.#next();
    });
  }

  /** Ends all threads; whoever still waits fails. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const job of this.#waiting.splice(0)) job.reject(new Error("the draw threads are closed"));
    await Promise.all([...this.#alive].map((thread) => thread.terminate()));
  }

  #next(): void {
    while (this.#waiting.length > 0) {
      const thread = this.#idle.pop() ?? (this.#alive.size < this.#most ? this.#start() : null);
      if (thread === null) return;
      const job = this.#waiting.shift()!;
      this.#bytes -= job.request.byteLength;
      void this.#run(thread, job);
    }
  }

  #start(): Worker {
    const thread = new Worker(this.#script, { resourceLimits: { maxOldGenerationSizeMb: this.#heapMb } });
    this.#alive.add(thread);
    thread.on("error", (err) => this.#log.error({ err }, "a draw thread failed"));
    thread.on("exit", () => {
      this.#alive.delete(thread);
      const at = this.#idle.indexOf(thread);
      if (at !== -1) this.#idle.splice(at, 1);
      this.#next();
    });
    return thread;
  }

  async #run(thread: Worker, { request, serverSeed, resolve, reject }: Job): Promise<void> {
    thread.ref();
    try {
      const answer = await this.#ask(thread, request, serverSeed);
      if ("computed" in answer) resolve(answer.computed);
      else reject(InvalidRequest.because(answer.refused.message, answer.refused.facts));
      // It keeps no process alive while it waits.
      thread.unref();
      this.#idle.push(thread);
      this.#next();
    } catch (error) {
      reject(error);
      await thread.terminate();
    }
  }

  async #ask(thread: Worker, request: Uint8Array, serverSeed: string | null): Promise<DrawAnswer> {
    // Memory of its own is moved. Freed by the thread, it holds up nobody here.
    const whole = request.byteLength === request.buffer.byteLength && request.buffer instanceof ArrayBuffer;
    const task: DrawTask = {
      request: whole ? (request as Uint8Array<ArrayBuffer>) : new Uint8Array(request),
      serverSeed,
    };
    const ended = new AbortController();
    const { signal } = ended;
    const timer = setTimeout(
      () => ended.abort(new Error(`a draw took longer than ${this.#timeoutMs} ms`)),
      this.#timeoutMs,
    );
    const died = () => ended.abort(new Error("the thread of a draw ended"));
    thread.once("exit", died);
    try {
      const answered = once(thread, "message", { signal });
      thread.postMessage(task, [task.request.buffer]);
      return (await answered)[0];
    } catch (error) {
      throw signal.aborted ? signal.reason : error;
    } finally {
      clearTimeout(timer);
      thread.off("exit", died);
    }
  }
}
