import { Chain } from "../../ports/chain.ts";
import { LotDraws } from "../../ports/lot-draws/lot-draws.ts";
import type { Wiring } from "../../app/wiring.ts";

/** A point where a worker pauses: before or after a call by the draw. */
interface Pause {
  /** Resolves when the worker is there. */
  readonly reached: Promise<void>;
  /** It was only slow, after all. */
  goOn(): void;
}

/** Pauses the workers of a service between two steps. A worker that never continues is as good as dead. */
export class Pauses {
  readonly #hooks = new Map<string, () => Promise<void>>();

  /** Binds the pausing ports, as `replace` of a service. */
  readonly into = (wiring: Wiring): void => {
    const draws = wiring.get(LotDraws);
    const chain = wiring.get(Chain);
    wiring.bind(LotDraws, () => this.#through("draws", draws));
    wiring.bind(Chain, () => this.#through("chain", chain));
  };

  /** @param place such as `draws.commit:after`; the first call only */
  at(place: string): Pause {
    const arrival = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    this.once(place, () => {
      arrival.resolve();
      return release.promise;
    });
    return { reached: arrival.promise, goOn: release.resolve };
  }

  once(place: string, act: () => Promise<unknown>): void {
    this.#hooks.set(place, async () => {
      this.#hooks.delete(place);
      await act();
    });
  }

  #through<Port extends object>(name: string, port: Port): Port {
    return new Proxy(port, {
      get: (_port, property) => {
        const member: unknown = Reflect.get(port, property, port);
        if (typeof member !== "function") return member;
        return async (...parameters: unknown[]) => {
          await this.#hooks.get(`${name}.${String(property)}:before`)?.();
          const result: unknown = await Reflect.apply(member, port, parameters);
          await this.#hooks.get(`${name}.${String(property)}:after`)?.();
          return result;
        };
      },
    });
  }
}
