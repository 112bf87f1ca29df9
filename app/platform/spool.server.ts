import { join } from "node:path";
import { coalesce } from "./coalesce.ts";
import * as files from "./spool-files.ts";

/**
 * Lines that wait on this machine's disk. Each process appends to a file of its own, `….open`, and gives it to whoever
 * reads first by renaming it to `…-COUNT.ready`. What a dead process left open is taken by the next that looks.
 * A line may be read twice (after a kill, or by two readers), so whoever stores it must know it again.
 */
export type Spool = {
  /** On the disk when it resolves; rejects when the disk is full or broken. */
  readonly append: (lines: readonly string[]) => Promise<void>;
  /** The files that may be read now; the own one is given free first. */
  readonly take: () => Promise<string[]>;
  readonly read: (file: string) => Promise<string[]>;
  /** Everything of the file is stored elsewhere. */
  readonly remove: (file: string) => Promise<void>;
  /** Keeps lines that nobody can store, for a person to look at. */
  readonly setAside: (lines: readonly string[]) => Promise<void>;
  /** How many lines wait, of all processes that share the folder, and how many were set aside. */
  readonly count: () => Promise<{ waiting: number; setAside: number }>;
};

const mostBytes = 1_000_000;

/** The spool in a folder, which is made when the first line comes. */
export function openSpool(folder: string): Spool {
  const writer = makeWriter(folder);

  async function take(): Promise<string[]> {
    await writer.giveFree();
    const names = await files.namesIn(folder);
    const taken = names.filter((name) => name.endsWith(".ready"));
    for (const name of names.filter((one) => one.endsWith(".open"))) {
      const ready = writer.hasOpen(name) ? null : await files.takeOver(folder, name);
      if (ready !== null) taken.push(ready);
    }
    return taken.toSorted();
  }

  return {
    append: writer.append,
    take,
    read: (file) => files.linesOf(join(folder, file)),
    remove: (file) => files.remove(join(folder, file)),
    setAside: (lines) => files.setAside(folder, lines),
    count: () => files.countIn(folder),
  };
}

/** Lines that come at the same time share one way to the disk. */
function makeWriter(folder: string) {
  let current: files.OpenFile | null = null;

  async function giveFree(): Promise<void> {
    const file = current;
    current = null;
    if (file) await files.giveFree(file);
  }

  async function write(lines: readonly string[]): Promise<void> {
    let isTaken = true;
    while (isTaken) {
      current ??= await files.openFile(folder);
      try {
        await files.appendTo(current, lines);
      } catch (error) {
        // A line that was cut off must not be glued to the next one.
        await giveFree();
        throw error;
      }
      // Another process renames a dead process's file before reading it, so appends after the rename are lost. Write
      // the lines again to a new file then.
      isTaken = !(await files.exists(current.path));
      if (isTaken || current.bytes >= mostBytes) await giveFree();
    }
  }

  // The one lane also keeps apart who writes and who gives the file free.
  const inTurn = coalesce<readonly string[] | null, null>(
    async (asked) => {
      const lines = asked.flatMap((one) => one ?? []);
      if (lines.length > 0) await write(lines);
      if (asked.includes(null)) await giveFree();
      return asked.map(() => null);
    },
    { mostItems: 1000, lanes: 1 },
  );

  return {
    append: async (lines: readonly string[]): Promise<void> => void (await inTurn(lines)),
    giveFree: async (): Promise<void> => void (await inTurn(null)),
    hasOpen: (name: string): boolean => current?.path === join(folder, name),
  };
}
