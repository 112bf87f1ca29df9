import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, inject } from "vitest";
import { waitForScripts } from "./readiness.ts";

/** Someone in front of a browser with nothing in it yet. */
export type Person = {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors in the browser's console and in scripts. */
  readonly problems: string[];
};

export type People = { meet: (options?: BrowserContextOptions) => Promise<Person> };

/** How long anything may take to show. Nobody waits for it but who will fail, and a busy machine needs it at times. */
export const patienceMs = 30_000;

/** The platform's library turns bots away, and a browser without a window says that it has none. */
function userAgentOf(browser: Browser): string {
  const major = browser.version().split(".")[0];
  return `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0 Safari/537.36`;
}

/** Connects a test file to the browser of the run. People and their windows are gone when a test ends. */
export function usePeople(): People {
  let browser: Browser | undefined;
  let present: Person[] = [];

  beforeAll(async () => {
    browser = await chromium.connect(inject("browser"));
  });

  afterEach(async ({ task }) => {
    const failed = task.result?.state === "fail";
    for (const [index, person] of present.entries()) {
      if (failed) await keepEvidence(person, `${task.name}-${index}`);
      await person.context.close();
    }
    const refusals = present.flatMap(({ problems }) => problems.filter(isPolicyRefusal));
    present = [];
    expect(refusals).toEqual([]);
  });

  afterAll(async () => {
    await browser?.close();
  });

  return {
    async meet(options = {}) {
      if (!browser) throw new Error("The browser is not there yet.");
      const context = await browser.newContext({
        baseURL: inject("place").appUrl,
        userAgent: userAgentOf(browser),
        viewport: { width: 1280, height: 900 },
        locale: "en-US",
        ...options,
      });
      context.setDefaultTimeout(patienceMs);
      if (options.javaScriptEnabled !== false) {
        await waitForScripts(context, options.baseURL ?? inject("place").appUrl);
      }
      const person = { page: await context.newPage(), context, problems: problemsOf(context) };
      present.push(person);
      return person;
    },
  };
}

function problemsOf(context: BrowserContext): string[] {
  const problems: string[] = [];
  context.on("console", (message) => {
    if (message.type() !== "error" || isOvertaken(message.text())) return;
    problems.push(`${message.text()} (${message.location().url})`);
  });
  context.on("weberror", (event) => void problems.push(String(event.error())));
  return problems;
}

/** Anything that a page's own policy kept it from doing. Who may frame it is for the tests of frames. */
function isPolicyRefusal(problem: string): boolean {
  return problem.includes("Content Security Policy") && !problem.includes("frame-ancestors");
}

/**
 * Remix writes to the console when somebody goes on while the page that they leave is being refreshed. That is how
 * pages are left; a refresh that overtakes another one would be ours, and stays a fault.
 */
function isOvertaken(text: string): boolean {
  return text.startsWith("AbortError: signal is aborted without reason") && !text.includes("as revalidate]");
}

/** Keeps pictures of a failed test's screens. */
async function keepEvidence({ context, problems }: Person, name: string): Promise<void> {
  for (const [index, page] of context.pages().entries()) {
    const path = join(tmpdir(), "e2e-failures", `${name.replaceAll(/\W+/g, "-")}-${index}.png`);
    await page.screenshot({ path, timeout: 5000 }).catch(() => undefined);
    process.stderr.write(`Failed at ${page.url()}; the screen is in ${path}\n`);
  }
  for (const problem of problems) process.stderr.write(`  browser: ${problem}\n`);
}
