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

let failingRefreshes = 0;

/** Notes that the page can't refresh itself. Returns a function that ends the note. */
export function noteFailingRefresh(): () => void {
  changeFailingRefreshes(1);
  return () => changeFailingRefreshes(-1);
}

function changeFailingRefreshes(by: 1 | -1): void {
  failingRefreshes += by;
  for (const listener of listeners) listener();
}

export function isRefreshFailing(): boolean {
  return failingRefreshes > 0;
}

/** True while the page shows older data, because refreshes fail. */
export function useFailingRefresh(): boolean {
  return useSyncExternalStore(watchUnanswered, isRefreshFailing, () => false);
}
