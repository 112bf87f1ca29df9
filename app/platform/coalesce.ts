import { setImmediate as pause } from "node:timers/promises";

type QueuedItem<Item, Answer> = {
  readonly item: Item;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
};

type CoalesceLimits = {
  readonly mostItems: number;
  /** Number of writes that may run at once. */
  readonly lanes: number;
  /**
   * If items arrived during a write, the next one waits for so many items, but only for so many turns of the
   * event loop. A write is expensive, an item is cheap. A single item never waits.
   */
  readonly gather?: { readonly items: number; readonly turns: number };
};

/**
 * Combines items that arrive together into one write, so that they share one statement and one commit.
 * `write` gets the items in order of arrival and returns one result for each. If it throws, all of its
 * callers get the error.
 */
export function coalesce<Item, Answer>(
  write: (items: readonly Item[]) => Promise<readonly Answer[]>,
  limits: CoalesceLimits,
): (item: Item) => Promise<Answer> {
  const { items, turns } = limits.gather ?? { items: 0, turns: 0 };
  const waiting: QueuedItem<Item, Answer>[] = [];
  let running = 0;

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      await writeOnce(waiting.splice(0, limits.mostItems), write);
      for (let turn = 0; turn < turns && waiting.length > 0 && waiting.length < items; turn += 1) {
        // One turn after the other is what waiting means here.
        // oxlint-disable-next-line no-await-in-loop
        await pause();
      }
    }
    running -= 1;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (running >= limits.lanes) return;
      running += 1;
      // Items of one turn of the event loop share the first write.
      setImmediate(() => void run());
    });
}

async function writeOnce<Item, Answer>(
  batch: readonly QueuedItem<Item, Answer>[],
  write: (items: readonly Item[]) => Promise<readonly Answer[]>,
): Promise<void> {
  try {
    const answers = await write(batch.map((one) => one.item));
    batch.forEach((one, index) => {
      one.resolve(answers[index] as Answer);
    });
  } catch (error) {
    batch.forEach((one) => {
      one.reject(error);
    });
  }
}

/** A caller waited for its maximum time. */
class Impatience extends Error {
  override name = "Impatience";
}

/** Result of `work`, or a rejection after so many milliseconds. The work itself goes on. */
export async function within<Answer>(work: Promise<Answer>, ms: number): Promise<Answer> {
  if (!Number.isFinite(ms)) return await work;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Impatience(`No answer within ${Math.round(ms)} ms`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
