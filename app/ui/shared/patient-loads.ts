import { nextPollDelay } from "./live-poll.ts";

type Router = { readonly state: { readonly navigation: { state: string }; readonly revalidation: string } };

/**
 * What a page loads again by itself waits until it can be had: a connection that is lost for a moment, or a proxy whose
 * server starts anew, would else put an error in the place of a page that somebody works on, and of what they typed.
 * Whatever people ask for themselves fails at once, as ever, and a link that they follow ends the waiting.
 */
export function loadPatiently(): void {
  const ask = window.fetch;
  window.fetch = async (input, init) => {
    for (let failures = 0; ;) {
      const asked = ask.call(window, input, init);
      if (!isOwnRefresh(input, init)) return await asked;
      const answer = await asked.catch(() => null);
      if (answer && !isOfSomebodyBetween(answer)) return answer;
      await untilLater(nextPollDelay(failures), init?.signal);
      failures += 1;
    }
  };
}

/** The router is known here by the name that Remix gives it: what it fetches with is the window's own function. */
function isOwnRefresh(input: RequestInfo | URL, init: RequestInit | undefined): boolean {
  const { __remixRouter: router } = window as { __remixRouter?: Router };
  const address = input instanceof Request ? input.url : input.toString();
  const isLoad = (init?.method ?? "GET") === "GET" && /^[^?]*\.data(\?|$)/.test(address);
  if (!router || !isLoad) return false;
  return router.state.revalidation === "loading" && router.state.navigation.state === "idle";
}

/** Remix marks its answers, those that tell of an error too. */
function isOfSomebodyBetween(answer: Response): boolean {
  return answer.status >= 500 && !answer.headers.has("X-Remix-Response");
}

/** @throws what the signal was aborted with */
function untilLater(ms: number, signal: AbortSignal | null | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener("online", end);
      signal?.removeEventListener("abort", end);
      if (signal?.aborted) reject(signal.reason as Error);
      else resolve();
    };
    const timer = setTimeout(end, ms);
    window.addEventListener("online", end);
    signal?.addEventListener("abort", end);
    if (signal?.aborted) end();
  });
}
