import { now } from "#app/platform/clock.ts";
import { describeError, log } from "#app/platform/log.server.ts";
import { errorResponse } from "./respond.ts";

type Input = { readonly request: Request; readonly now: Date };

/** A door for those who are not yet known: a failure inside is a logged 500 that tells nothing of the inside. */
export function openRoute(run: (input: Input) => Promise<Response>) {
  return async function handle({ request }: { request: Request }): Promise<Response> {
    try {
      return await run({ request, now: now() });
    } catch (thrown) {
      if (thrown instanceof Response) return thrown;
      log.error("A call failed", describeError(thrown));
      return errorResponse(500, { code: "internal_error" });
    }
  };
}
