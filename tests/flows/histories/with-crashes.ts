import { count } from "../../histories/cases.ts";
import { breakingAt } from "./crashes.ts";
import type { Road } from "./road-state.ts";

/** Does the work again until it goes through, breaking its transaction first where chance says so. */
export async function withCrashes<Answer>(road: Road, work: () => Promise<Answer>): Promise<Answer> {
  const { chance, counts } = road;
  const everywhere = chance.is(0.01);
  if (!everywhere && !chance.is(0.12)) return work();
  for (let before = everywhere ? 1 : chance.int(1, 14); ; before += 1) {
    const broken = await breakingAt(before, work);
    if (broken.kind === "ended" || broken.met) count(counts, "crash in a transaction");
    if (broken.kind === "done" && (!everywhere || !broken.met)) return broken.answer;
    if (broken.kind === "ended" && !everywhere) return work();
  }
}
