type Listener = () => void;

const listeners = new Set<Listener>();
const payoutListeners = new Set<Listener>();

/** Tells this process's workers that a delivery waits, so that they look at once. */
export function nudgeInbox(): void {
  for (const listener of listeners) listener();
}

/** Answers a function that stops listening. Other processes' workers find the delivery at their next look. */
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
