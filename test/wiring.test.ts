import { describe, expect, expectTypeOf, it } from "vitest";
import { type Parts, type Token, token } from "../ports/token.ts";
import { type Fitting, Wiring } from "../app/wiring.ts";

interface Bell {
  ring(): string;
}
const Bell: Token<Bell> = token("Bell");
interface Lamp {
  light(): string;
}
const Lamp: Token<Lamp> = token("Lamp");

class BrassBell implements Bell {
  static readonly as = Bell;
  static readonly needs = [] as const;
  ring() {
    return "ding";
  }
}

class Door {
  static readonly needs = [Bell] as const;
  readonly bell: Bell;
  constructor(bell: Bell) {
    this.bell = bell;
  }
}

const NEEDS = { bell: Bell, door: Door };
class House {
  static readonly needs = NEEDS;
  readonly parts: Parts<typeof NEEDS>;
  constructor(parts: Parts<typeof NEEDS>) {
    this.parts = parts;
  }
}

function wired(): Wiring {
  const wiring = new Wiring();
  wiring.provide([House, Door, BrassBell]);
  return wiring;
}

describe("wiring", () => {
  it("makes each class once, of parts in their order or by their names", () => {
    const wiring = wired();
    const house = wiring.get(House);
    expect(house.parts.door.bell.ring()).toBe("ding");
    expect(house.parts.bell).toBe(wiring.get(Bell));
    expect(wiring.get(Bell)).toBe(wiring.get(BrassBell));
    expect(wiring.get(House)).toBe(house);
  });

  it("gives what was bound later to everything that asks after it", () => {
    const wiring = wired();
    wiring.bind(Bell, () => ({ ring: () => "dong" }));
    expect(wiring.get(House).parts.door.bell.ring()).toBe("dong");
  });

  it("keeps the parts of a class as they were given", () => {
    expect(Object.isFrozen(wired().get(House).parts)).toBe(true);
  });
});

describe("the compiler takes", () => {
  it("a class whose constructor takes what it needs", () => {
    expectTypeOf<typeof House>().toExtend<Fitting<typeof House>>();
    expectTypeOf<typeof Door>().toExtend<Fitting<typeof Door>>();
    expectTypeOf<typeof BrassBell>().toExtend<Fitting<typeof BrassBell>>();
  });

  it("no class that needs less than its constructor takes", () => {
    class Forgetful {
      static readonly needs = { bell: Bell };
      readonly parts: object;
      constructor(parts: Parts<{ bell: typeof Bell; lamp: typeof Lamp }>) {
        this.parts = parts;
      }
    }
    class InOrder {
      static readonly needs = [Bell] as const;
      readonly parts: object;
      constructor(bell: Bell, lamp: Lamp) {
        this.parts = { bell, lamp };
      }
    }
    expectTypeOf<typeof Forgetful>().not.toExtend<Fitting<typeof Forgetful>>();
    expectTypeOf<typeof InOrder>().not.toExtend<Fitting<typeof InOrder>>();
  });

  it("no class that needs something else than its constructor takes", () => {
    class Mistaken {
      static readonly needs = { bell: Lamp };
      readonly parts: object;
      constructor(parts: Parts<{ bell: typeof Bell }>) {
        this.parts = parts;
      }
    }
    class InOrder {
      static readonly needs = [Lamp, Bell] as const;
      readonly parts: object;
      constructor(bell: Bell, lamp: Lamp) {
        this.parts = { bell, lamp };
      }
    }
    expectTypeOf<typeof Mistaken>().not.toExtend<Fitting<typeof Mistaken>>();
    expectTypeOf<typeof InOrder>().not.toExtend<Fitting<typeof InOrder>>();
  });

  it("no class that is not what it stands for", () => {
    class Pretender {
      static readonly as = Bell;
      static readonly needs = [] as const;
      readonly pitch = "flat";
    }
    expectTypeOf<typeof Pretender>().not.toExtend<Fitting<typeof Pretender>>();
  });

  it("no list with one that does not fit", () => {
    class Mistaken {
      static readonly needs = { bell: Lamp };
      readonly parts: object;
      constructor(parts: Parts<{ bell: typeof Bell }>) {
        this.parts = parts;
      }
    }
    type Fits = [typeof Door, typeof House];
    type Fails = [typeof Door, typeof Mistaken];
    const { provide } = Wiring.prototype;
    expectTypeOf<Fits>().toExtend<Parameters<typeof provide<Fits>>[0]>();
    expectTypeOf<Fails>().not.toExtend<Parameters<typeof provide<Fails>>[0]>();
  });
});
