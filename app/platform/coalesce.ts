type Waiting<Item, Answer> = {
  readonly item: Item;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
};

/**
 * Makes one write of many that arrive at the same time: whoever waits shares one statement and one commit.
 * `write` gets the items in their order of arrival and answers one answer for each; when it throws, all of its
 * callers learn of it, and none was promised anything. `lanes` is how many writes may run at once.
 */
export function coalesce<Item, Answer>(
  write: (items: readonly Item[]) => Promise<readonly Answer[]>,
  limits: { readonly mostItems: number; readonly lanes: number },
): (item: Item) => Promise<Answer> {
  const waiting: Waiting<Item, Answer>[] = [];
  let running = 0;

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      await writeOnce(waiting.splice(0, limits.mostItems), write);
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
