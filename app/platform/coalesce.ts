import { setTimeout as pause } from "node:timers/promises";

type Waiting<Item, Answer> = {
  readonly item: Item;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
};

type CoalesceLimits = {
  readonly mostItems: number;
  /** How many writes may run at once. */
  readonly lanes: number;
  /**
   * Where others came while a write was under way, the next one waits until they are so many, but no longer than this:
   * a write costs much for itself and little for each item. Who comes alone never waits.
   */
  readonly gather?: { readonly items: number; readonly ms: number };
};

/**
 * Makes one write of many that arrive at the same time: whoever waits shares one statement and one commit.
 * `write` gets the items in their order of arrival and answers one answer for each; when it throws, all of its
 * callers learn of it, and none was promised anything.
 */
export function coalesce<Item, Answer>(
  write: (items: readonly Item[]) => Promise<readonly Answer[]>,
  limits: CoalesceLimits,
): (item: Item) => Promise<Answer> {
  const { gather } = limits;
  const waiting: Waiting<Item, Answer>[] = [];
  let running = 0;

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      await writeOnce(waiting.splice(0, limits.mostItems), write);
      if (gather && waiting.length > 0 && waiting.length < gather.items) await pause(gather.ms);
    }
    running -= 1;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (running >= limits.lanes) return;
      running += 1;
      // Those who arrive in the same turn of the loop share the first write already.
      setImmediate(() => void run());
    });
}

async function writeOnce<Item, Answer>(
  batch: readonly Waiting<Item, Answer>[],
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
