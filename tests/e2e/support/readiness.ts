import type { BrowserContext, Page } from "playwright-core";

/**
 * True once the document's scripts run. React marks its root before it listens, so clicks are heard only when the
 * root is no longer dehydrated. A page without scripts, or of another origin, is ready at once. Runs in the browser.
 */
function isReady(): boolean {
  if (document.readyState === "loading") return false;
  if (!("__remixContext" in window)) return true;
  type Root = { stateNode?: { current?: { memoizedState?: { isDehydrated?: boolean } } } };
  const key = Object.keys(document).find((one) => one.startsWith("__reactContainer$"));
  const root = key && (document as unknown as Record<string, Root>)[key];
  return root ? root.stateNode?.current?.memoizedState?.isDehydrated === false : false;
}

/**
 * Clicks and keys before a page's scripts run are lost, and on a busy machine scripts take a while. Opening a page
 * waits for them, and a page of the app that a link, form or frame opened ignores clicks until then.
 */
export async function waitForScripts(context: BrowserContext, appUrl: string): Promise<void> {
  context.on("page", openWhenReady);
  await context.addInitScript(
    `if (location.origin === ${JSON.stringify(new URL(appUrl).origin)}) {
      const deaf = new CSSStyleSheet();
      deaf.replaceSync("html { pointer-events: none !important }");
      document.adoptedStyleSheets = [deaf];
      const isReady = ${isReady.toString()};
      const timer = setInterval(() => {
        if (!isReady()) return;
        clearInterval(timer);
        document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== deaf);
      }, 10);
    }`,
  );
}

async function pageIsReady(page: Page): Promise<void> {
  // By the clock: a page behind another one may be drawn no more.
  await page.waitForFunction(isReady, undefined, { polling: 50 });
}

function openWhenReady(page: Page): void {
  const [goto, reload, goBack] = [page.goto.bind(page), page.reload.bind(page), page.goBack.bind(page)];
  const ready = () => pageIsReady(page);
  page.goto = async (...to) => answerWhen(await goto(...to), ready);
  page.reload = async (...how) => answerWhen(await reload(...how), ready);
  page.goBack = async (...how) => answerWhen(await goBack(...how), ready);
}

async function answerWhen<Answer>(answer: Answer, ready: () => Promise<unknown>): Promise<Answer> {
  await ready();
  return answer;
}
