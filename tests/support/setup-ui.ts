import { cleanup, configure } from "@testing-library/react";
import { afterAll, afterEach, vi } from "vitest";

// How long anything may take to show. Nobody waits for it but who will fail, and a busy machine needs it at times.
configure({ asyncUtilTimeout: 20_000 });

// Polaris asks for the screen's width while it is imported; jsdom has no answer.
window.matchMedia = (query: string): MediaQueryList => ({
  matches: false,
  media: query,
  onchange: null,
  addListener: () => {},
  removeListener: () => {},
  addEventListener: () => {},
  removeEventListener: () => {},
  dispatchEvent: () => false,
});

// jsdom lays nothing out, so there is no size that could change.
window.ResizeObserver = class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
};

Element.prototype.scrollTo = () => {};
Element.prototype.scrollBy = () => {};

// Polaris opens its menus only where their button is displayed, which it reads off this.
Object.defineProperty(HTMLElement.prototype, "offsetParent", {
  configurable: true,
  get(this: HTMLElement): Element | null {
    return this.parentElement;
  },
});

afterEach(cleanup);

// Files may share a window. The next one finds it as it was.
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
  document.cookie = "theme=; Path=/; Max-Age=0";
  window.history.replaceState(null, "", "/");
  document.body.replaceChildren();
  for (const name of document.documentElement.getAttributeNames()) {
    document.documentElement.removeAttribute(name);
  }
});
