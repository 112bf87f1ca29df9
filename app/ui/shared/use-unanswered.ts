import { useSyncExternalStore } from "react";
import { readUnanswered, watchUnanswered, type Unanswered } from "./no-answer.ts";

const none: readonly Unanswered[] = [];

/** The page's requests that got no answer. */
export function useUnanswered(): readonly Unanswered[] {
  return useSyncExternalStore(watchUnanswered, readUnanswered, () => none);
}
