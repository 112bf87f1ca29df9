import type { Page } from "playwright-core";

/** Has every page that is opened from now on count what moves in it. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const kept = window as unknown as { shifted: number };
    kept.shifted = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) kept.shifted += (entry as unknown as { value: number }).value;
    }).observe({ type: "layout-shift", buffered: true });
  });
}

/** All that moved since the page was opened, whether a person had just pressed something or not. */
export function shiftOf(page: Page): Promise<number> {
  return page.evaluate(() => (window as unknown as { shifted: number }).shifted);
}
