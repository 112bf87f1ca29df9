/** Chance with a seed: the same seed tells the same history. */
export type Chance = {
  /** A whole number between both, both counted in. */
  readonly int: (from: number, to: number) => number;
  readonly minor: (from: number, to: number) => bigint;
  readonly is: (probability: number) => boolean;
  readonly pick: <One>(all: readonly One[]) => One;
  /** Some of them, in their order, each with this probability. */
  readonly some: <One>(all: readonly One[], probability: number) => One[];
  readonly shuffle: <One>(all: readonly One[]) => One[];
};

/** The generator "mulberry32": small, fast and good enough for histories. */
export function chanceOf(seed: number): Chance {
  let state = seed | 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const int = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1));
  const is = (probability: number): boolean => next() < probability;
  return {
    int,
    is,
    minor: (from, to) => BigInt(int(from, to)),
    pick: (all) => {
      const one = all[int(0, all.length - 1)];
      if (one === undefined) throw new RangeError("There is nothing to pick from.");
      return one;
    },
    some: (all, probability) => all.filter(() => is(probability)),
    shuffle: (all) => {
      const left = [...all];
      return all.map(() => {
        const [taken] = left.splice(int(0, left.length - 1), 1);
        if (taken === undefined) throw new RangeError("There is nothing left to take.");
        return taken;
      });
    },
  };
}
