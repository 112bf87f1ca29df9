type Listener = () => void;

const listeners = new Set<Listener>();
const payoutListeners = new Set<Listener>();

/** Makes this process's workers look for a delivery at once. */
export function nudgeInbox(): void {
  for (const listener of listeners) listener();
}

/** Returns a function that stops listening. Workers of other processes find the delivery at their next poll. */
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
