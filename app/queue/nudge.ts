type Listener = () => void;

const listeners = new Set<Listener>();

/** Tells workers of this process that a delivery waits, so that they need not wait for their next look. */
export function nudgeInbox(): void {
  for (const listener of listeners) listener();
}

/** Listens for nudges; answers how to stop. Workers of other processes find the delivery by looking. */
export function onInboxNudge(listener: Listener): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
