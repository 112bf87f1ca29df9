import { refuse, type Refusal } from "#app/domain/refusal.ts";
import { describeError, log } from "#app/platform/log.server.ts";

/**
 * Runs what a form asked for; where it fails on our side the person keeps the form and reads `message` (SPEC §8),
 * and the log says what it was.
 */
export async function orFailed<Answer>(
  message: string,
  work: () => Promise<Answer>,
): Promise<Answer | Refusal> {
  try {
    return await work();
  } catch (thrown) {
    if (thrown instanceof Response) throw thrown;
    log.error(message, describeError(thrown));
    return refuse("unavailable", { code: "failed", message });
  }
}
