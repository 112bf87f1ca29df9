/**
 * In the frame of another site a browser that blocks third-party data refuses even to name its storage, and the
 * framework's own scripts, which keep scroll positions there, would stop at that. This gives them one that lasts as
 * long as the page; it runs before any of them.
 */
export const storageStandInScript = `(() => {
  for (const name of ["sessionStorage", "localStorage"]) {
    try {
      window[name];
    } catch {
      const kept = new Map();
      const value = {
        getItem: (key) => kept.get(String(key)) ?? null,
        setItem: (key, text) => void kept.set(String(key), String(text)),
        removeItem: (key) => void kept.delete(String(key)),
        clear: () => kept.clear(),
        key: (index) => [...kept.keys()][index] ?? null,
        get length() { return kept.size; },
      };
      Object.defineProperty(window, name, { value, configurable: true });
    }
  }
})();`;
