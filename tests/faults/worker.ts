import type { Fault, Noticing } from "./fault.ts";
import { freshModules } from "./fresh-modules.ts";
import { openLook } from "./look.ts";

/** Looks whether any of the seeds notices a fault; without a fault, whether they agree. */
export type Question = {
  readonly by: Noticing;
  readonly fault: Fault | null;
  readonly seeds: readonly number[];
};

/** `seed` is the first that noticed it, or null; `problem` says why nobody could look. */
export type Answer = {
  readonly seed: number | null;
  readonly difference: string | null;
  readonly problem: string | null;
};

const none: Answer = { seed: null, difference: null, problem: null };

async function answer({ by, fault, seeds }: Question): Promise<Answer> {
  const look = await openLook(by, freshModules(fault));
  try {
    for (const seed of seeds) {
      const difference = await look.at(seed);
      if (difference !== null) return { ...none, seed, difference: difference.split("\n")[0] ?? "" };
    }
    return none;
  } finally {
    await look.close();
  }
}

process.on("message", (message) => {
  void answer(message as Question)
    .catch((error: unknown) => ({ ...none, problem: error instanceof Error ? error.message : String(error) }))
    .then((found) => process.send?.(found));
});
// The parent ends it while nothing is being looked at.
process.on("disconnect", () => process.exit(0));
