import { now } from "#app/platform/clock.ts";
import { describeError, log } from "#app/platform/log.server.ts";
import { errorResponse } from "./respond.ts";

type DoorArgs = { request: Request; params: Record<string, string | undefined> };
type DoorInput = DoorArgs & { readonly now: Date };

/**
 * A door for callers that are no person and no API client: the platform's webhooks, clicks, the pixel.
 * What goes wrong inside is logged and tells the caller nothing.
 */
export function machineDoor(run: (input: DoorInput) => Promise<Response>) {
  return async function handle(args: DoorArgs): Promise<Response> {
    try {
      return await run({ ...args, now: now() });
    } catch (error) {
      if (error instanceof Response) return error;
      log.error("A machine's door failed", describeError(error));
      return errorResponse(500, "Something went wrong");
    }
  };
}
