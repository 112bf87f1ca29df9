import { useSyncExternalStore } from "react";

/** A request of the page without an answer. It is listed until it is retried, dismissed or superseded. */
export type Unanswered = {
  readonly message: string;
  readonly retry: () => void;
  readonly dismiss: () => void;
};

let listed: readonly Unanswered[] = [];
const listeners = new Set<() => void>();

export function readUnanswered(): readonly Unanswered[] {
  return listed;
}

/** Calls back on each change. Returns a function that stops it. */
export function watchUnanswered(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Lists a request. Returns a function that removes it. */
export function listUnanswered(request: Unanswered): () => void {
  replaceListed([...listed, request]);
  return () => {
    if (listed.includes(request)) replaceListed(listed.filter((other) => other !== request));
  };
}

function replaceListed(requests: readonly Unanswered[]): void {
  listed = requests;
  for (const listener of listeners) listener();
}

const none: readonly Unanswered[] = [];

/** Requests of the page without an answer. */
export function useUnanswered(): readonly Unanswered[] {
  return useSyncExternalStore(watchUnanswered, readUnanswered, () => none);
}
