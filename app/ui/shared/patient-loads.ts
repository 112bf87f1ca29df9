import type { createBrowserRouter } from "react-router-dom";
import { ApiError, requestTimeoutMs } from "./api-client.ts";
import { nextPollDelay } from "./live-poll.ts";
import { listUnanswered, noteFailingRefresh } from "./no-answer.ts";

/**
 * All loads and posts of Remix pages pass here, because Remix calls `window.fetch` for its `.data` URLs. Without an
 * answer within 30 s, Remix would replace the page with an error and lose the input. Instead
 * - a refresh that the page started is repeated until it succeeds, also after a fault of the app, which would replace
 *   the page too;
 * - a load that a person started waits for "Try Again", a connection, or another navigation;
 * - a post ends without data, so that its form stays as it was, and "Try Again" submits it again.
 */
export function loadPatiently(): void {
  const ask = window.fetch;
  window.fetch = async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input, window.location.href);
    if (!url.pathname.endsWith(".data")) return await ask.call(window, input, init);
    const askOnce = () => answerOf((signal) => ask.call(window, input, { ...init, signal }), init.signal);
    const isLoad = (init.method ?? "GET").toUpperCase() === "GET";
    return isLoad ? await load(askOnce, init.signal) : await post(askOnce, findSubmission(url, init.body));
  };
}

/** A short outage is over before this many attempts, after three seconds. */
const failuresBeforeNote = 2;

type AskOnce = () => Promise<Response | ApiError>;

async function load(askOnce: AskOnce, signal: AbortSignal | null | undefined): Promise<Response> {
  let endNote: (() => void) | null = null;
  try {
    for (let failures = 0; ; failures += 1) {
      // Each attempt follows a failed one.
      // oxlint-disable-next-line no-await-in-loop
      const answer = await askOnce();
      const isRefresh = isRefreshing();
      if (!(answer instanceof ApiError) && !(isRefresh && answer.status >= 500)) return answer;
      if (failures === failuresBeforeNote && isRefresh) endNote = noteFailingRefresh();
      const wait =
        answer instanceof ApiError && !isRefresh
          ? untilAsked(answer, signal)
          : untilOnline(pause(nextPollDelay(failures)), signal);
      // oxlint-disable-next-line no-await-in-loop
      await wait;
    }
  } finally {
    endNote?.();
  }
}

let forgetLastPost = (): void => {};

async function post(askOnce: AskOnce, submitAgain: () => void): Promise<Response> {
  forgetLastPost();
  const answer = await askOnce();
  if (!(answer instanceof ApiError)) return answer;
  forgetLastPost();
  const unlist = listUnanswered({
    message: answer.message,
    retry() {
      unlist();
      submitAgain();
    },
    dismiss: () => unlist(),
  });
  // "Try Again" submits the same values. After an edit only the form's own button has the current ones.
  window.addEventListener("input", unlist, { once: true });
  forgetLastPost = unlist;
  return withoutData();
}

/** An action's `null` as Remix encodes it. A 4xx or 5xx status keeps Remix from reloading the page's data. */
function withoutData(): Response {
  const headers = { "Content-Type": "text/x-script", "X-Remix-Response": "yes" };
  return new Response('[{"_1":2},"data",null]\n', { status: 503, headers });
}

/** Returns an error if the app did not answer, or only a proxy did. @throws the signal's abort reason */
async function answerOf(
  ask: (signal: AbortSignal) => Promise<Response>,
  overtaken: AbortSignal | null | undefined,
): Promise<Response | ApiError> {
  const limit = AbortSignal.timeout(requestTimeoutMs);
  try {
    const signal = overtaken ? AbortSignal.any([overtaken, limit]) : limit;
    // App Bridge fetches a token first, and ignores the signal meanwhile.
    const answer = await Promise.race([ask(signal), aborted(signal)]);
    if (isOfProxy(answer)) return new ApiError({ kind: "network" });
    // The body is read here, because a connection that breaks in the middle counts as no answer.
    const body = await answer.arrayBuffer();
    const { status, statusText, headers } = answer;
    return new Response(body.byteLength === 0 ? null : body, { status, statusText, headers });
  } catch (error) {
    if (overtaken?.aborted) throw error;
    return new ApiError({ kind: limit.aborted ? "timeout" : "network" });
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
  });
}

/** Remix marks its answers, including errors. */
function isOfProxy(answer: Response): boolean {
  return answer.status >= 500 && !answer.headers.has("X-Remix-Response");
}

/** Waits for "Try Again" or a connection. @throws the signal's abort reason */
async function untilAsked({ message }: ApiError, overtaken: AbortSignal | null | undefined): Promise<void> {
  const asked = Promise.withResolvers<void>();
  const unlist = listUnanswered({
    message,
    retry: () => asked.resolve(),
    dismiss() {
      unlist();
      void stopNavigation();
    },
  });
  await untilOnline(asked.promise, overtaken).finally(unlist);
}

/** Ends early if `first` does. @throws the signal's abort reason */
function untilOnline(first: Promise<void>, overtaken: AbortSignal | null | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      window.removeEventListener("online", end);
      overtaken?.removeEventListener("abort", end);
      if (overtaken?.aborted) reject(overtaken.reason as Error);
      else resolve();
    };
    window.addEventListener("online", end);
    overtaken?.addEventListener("abort", end);
    if (overtaken?.aborted) end();
    void first.then(end);
  });
}

async function pause(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms));
}

type Router = Pick<ReturnType<typeof createBrowserRouter>, "state" | "navigate" | "fetch">;
type Submission = {
  readonly formAction?: string | undefined;
  readonly formMethod?: string | undefined;
  readonly formEncType?: string | undefined;
  readonly formData?: FormData | undefined;
};

/** Remix keeps its router here. Its state identifies Remix's own requests. */
function findRouter(): Router | undefined {
  // Remix chose the name.
  // oxlint-disable-next-line eslint/no-underscore-dangle
  return (window as { __remixRouter?: Router }).__remixRouter;
}

/** True while the current page reloads and no navigation or submission is pending. */
function isRefreshing(): boolean {
  const state = findRouter()?.state;
  if (!state) return false;
  const { navigation, location, revalidation } = state;
  if (navigation.state === "idle") return revalidation === "loading";
  const { pathname, search } = navigation.location;
  return !navigation.formData && pathname === location.pathname && search === location.search;
}

/** Returns a function that repeats the submission to `url` with `body`. */
function findSubmission(url: URL, body: BodyInit | null | undefined): () => void {
  const router = findRouter();
  const isIt = ({ formAction, formData }: Submission) =>
    formAction !== undefined && dataPathOf(formAction) === url.pathname && isEqual(formData, body);
  if (!router) return () => {};
  const { navigation, fetchers, matches } = router.state;
  if (isIt(navigation)) {
    const { formAction, ...options } = optionsOf(navigation);
    return () => void router.navigate(formAction, { ...options, preventScrollReset: true });
  }
  for (const [key, fetcher] of fetchers) {
    if (!isIt(fetcher)) continue;
    const { formAction, ...options } = optionsOf(fetcher);
    const routeId = matches.at(-1)?.route.id ?? "root";
    return () => router.fetch(key, routeId, formAction, options);
  }
  return () => {};
}

function optionsOf({ formAction, formMethod, formEncType, formData }: Submission) {
  return { formAction, formMethod, formEncType, formData } as {
    formAction: string;
    formMethod: "post";
    formEncType: "application/x-www-form-urlencoded";
    formData: FormData;
  };
}

/**
 * Ends a navigation that waits for its data; the page and its URL stay. A navigation to a fragment of the page loads
 * nothing, unless a refresh is due. After a post the navigation continues, because its form is done.
 */
async function stopNavigation(): Promise<void> {
  const router = findRouter();
  if (!router || router.state.navigation.state === "idle" || router.state.navigation.formData) return;
  const { pathname, search, hash } = router.state.location;
  const here = pathname + search;
  const options = { replace: true, preventScrollReset: true };
  await router.navigate(here + (hash || "#stay"), options);
  if (hash === "" && window.location.hash === "#stay") {
    window.history.replaceState(window.history.state, "", here);
  }
}

/** URL that Remix posts a form to. */
function dataPathOf(formAction: string): string {
  const { pathname } = new URL(formAction, window.location.href);
  return pathname === "/" ? "/_root.data" : `${pathname.replace(/\/$/, "")}.data`;
}

function isEqual(formData: FormData | undefined, body: BodyInit | null | undefined): boolean {
  if (!formData || !(body instanceof URLSearchParams || body instanceof FormData)) return false;
  return textOf(formData) === textOf(body);
}

/** Files are compared by name. A multipart body has CRLF line ends. */
function textOf(entries: FormData | URLSearchParams): string {
  const texts = [...entries].map(([name, value]) => [name, typeof value === "string" ? value : value.name]);
  return JSON.stringify(texts).replaceAll(String.raw`\r\n`, String.raw`\n`);
}
