import { join } from "node:path";
import { coalesce } from "./coalesce.ts";
import * as files from "./spool-files.ts";

/**
 * Lines that wait on this machine's disk. Each process appends to a file of its own, `….open`, and releases it to
 * readers by renaming it to `…-COUNT.ready`. The next reader takes a dead process's open file. A line can be read
 * twice (after a crash, or by two readers), so storing it must be idempotent.
 */
export type Spool = {
  /** Resolves once the lines are on the disk. Rejects if the disk is full or broken. */
  readonly append: (lines: readonly string[]) => Promise<void>;
  /** Files ready to be read. Releases this process's own file first. */
  readonly take: () => Promise<string[]>;
  readonly read: (file: string) => Promise<string[]>;
  /** Call it once everything in the file is stored elsewhere. */
  readonly remove: (file: string) => Promise<void>;
  /** Keeps lines that cannot be stored, for a person to look at. */
  readonly setAside: (lines: readonly string[]) => Promise<void>;
  /** Lines of all processes that share the folder. */
  readonly count: () => Promise<{ waiting: number; setAside: number }>;
};

const mostBytes = 1_000_000;

/** The folder is created with the first line. */
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

/** Lines that arrive together share one write. */
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

  // With one lane, appending and releasing never run at once.
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
