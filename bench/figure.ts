/** Resources of a figure. All that it starts ends with it, also if it is interrupted. */
export type Bench = {
  /** Smaller sizes and shorter rounds. */
  readonly quick: boolean;
  /** The address of a new, migrated database. */
  newDatabase: () => Promise<string>;
  /** Something that several figures share: made once under its name, and kept until the last figure ends. */
  shared: <Made>(name: string, make: (bench: Bench) => Promise<Made>) => Promise<Made>;
  /** Starts the built app on that database; answers its origin. */
  startApp: (databaseUrl: string) => Promise<string>;
  /** Starts `npm run ingest` on that database; answers its origin. */
  startIngest: (databaseUrl: string) => Promise<string>;
  /** Starts node:http that answers the same and keeps nothing; answers its origin. */
  startBare: (databaseUrl: string) => Promise<string>;
  /** Starts a module of this folder as a process of its own that speaks by messages. */
  startWorker: (file: string, databaseUrl: string) => Worker;
};

/** A process that answers each message with one. */
export type Worker = { ask: (message: unknown) => Promise<unknown> };

/** The value and its baseline, in the figure's unit. */
export type Measured = { readonly value: number; readonly baseline: number };

/** One line of the table. */
export type Figure = {
  readonly id: string;
  /** Value and baseline in a few words. */
  readonly title: string;
  readonly unit: string;
  /** `value / baseline` should be at least, or at most, this; or the value itself at least that. */
  readonly aim: { readonly least: number } | { readonly most: number } | { readonly leastValue: number };
  measure: (bench: Bench) => Promise<Measured>;
};

/** Something that the person at the terminal can mend; its message is all they are told. */
export class BenchProblem extends Error {
  override name = "BenchProblem";
}
