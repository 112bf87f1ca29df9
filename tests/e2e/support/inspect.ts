import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

type Violation = {
  id: string;
  nodes: { target: unknown[]; failureSummary?: string }[];
};

/** Violations of axe's rules on the open page, whatever their impact, one line for each element. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe);
  const violations = await page.evaluate(async () => {
    const { axe: runner } = window as unknown as {
      axe: { run: (node: Document, options: unknown) => Promise<{ violations: Violation[] }> };
    };
    // Polaris puts toasts and skip links outside of the landmarks.
    const rules = { region: { enabled: false } };
    const options = { resultTypes: ["violations"], rules };
    return (await runner.run(document, options)).violations;
  });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(" ")}: ${node.failureSummary ?? ""}`),
  );
}

/** How many pixels the page is wider than its window, and what sticks out; null when nothing does. */
export function overflow(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return null;
    const [widest] = [...document.querySelectorAll("main *")]
      .map((element) => ({ element, right: element.getBoundingClientRect().right }))
      .toSorted((a, b) => b.right - a.right);
    const name = widest ? `: ${widest.element.tagName} ${widest.element.className}` : "";
    return `${scrollWidth - clientWidth} px wider than the window${name}`;
  });
}
