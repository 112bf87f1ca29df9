type Listener = () => void;

const listeners = new Set<Listener>();
const payoutListeners = new Set<Listener>();

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

export function nudgePayouts(): void {
  for (const listener of payoutListeners) listener();
}

export function onPayoutNudge(listener: Listener): () => void {
  payoutListeners.add(listener);
  return () => {
    payoutListeners.delete(listener);
  };
}
