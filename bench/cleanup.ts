/** Steps to undo, newest first. */
export function makeCleanup() {
  const steps: (() => Promise<void> | void)[] = [];
  let closing: Promise<void> | undefined;

  async function undoAll(): Promise<void> {
    for (let step = steps.pop(); step; step = steps.pop()) {
      // In order: a database goes after the app that still writes to it.
      // oxlint-disable-next-line no-await-in-loop
      await Promise.resolve(step()).catch((error: unknown) => {
        process.stderr.write(`Cleaning up: ${error instanceof Error ? error.message : String(error)}\n`);
      });
    }
    closing = undefined;
  }

  return {
    add: (step: () => Promise<void> | void): void => void steps.push(step),
    /** Undoes everything; who asks while it runs waits for the same. */
    run: (): Promise<void> => (closing ??= undoAll()),
  };
}

export type Cleanup = ReturnType<typeof makeCleanup>;
