/**
 * Calls `stop` when npm, which started this process, is gone. npm hands SIGTERM to the shell between the two,
 * and the shell dies of it without a word to us: we would go on and hold the ports.
 */
export function followParent(stop: () => void): void {
  if (!process.env["npm_lifecycle_event"]) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    stop();
  }, 500);
  watch.unref();
}
