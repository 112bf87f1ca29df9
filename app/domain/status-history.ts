import { epochMs, isNotAfter } from "./instant.ts";

/** One change of a status, at an instant. A history is complete from the making of the thing on. */
export type StatusChange<Status extends string> = { readonly status: Status; readonly at: string };

/**
 * M20: the status that held at an instant, so that an order made before a pause keeps its terms however late it is
 * processed. A change at the very instant counts; of several the last given. Null before the first change.
 * @throws InstantFormatError
 */
export function statusAt<Status extends string>(
  history: readonly StatusChange<Status>[],
  instant: string,
): Status | null {
  let found: { status: Status; from: number } | null = null;
  for (const change of history) {
    if (!isNotAfter(change.at, instant)) continue;
    const from = epochMs(change.at);
    if (found === null || from >= found.from) found = { status: change.status, from };
  }
  return found === null ? null : found.status;
}
