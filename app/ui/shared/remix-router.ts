import type { createBrowserRouter } from "react-router-dom";

type Router = Pick<ReturnType<typeof createBrowserRouter>, "state" | "navigate" | "fetch">;
type Submission = {
  readonly formAction?: string | undefined;
  readonly formMethod?: string | undefined;
  readonly formEncType?: string | undefined;
  readonly formData?: FormData | undefined;
};

/** Remix keeps its router here; a request of Remix is told apart by the router's state. */
function findRouter(): Router | undefined {
  // Remix chose the name.
  // oxlint-disable-next-line eslint/no-underscore-dangle
  return (window as { __remixRouter?: Router }).__remixRouter;
}

/** Whether the page that is shown is loaded again, and nobody is waiting to go anywhere or to post anything. */
export function isRefreshing(): boolean {
  const state = findRouter()?.state;
  if (!state) return false;
  const { navigation, location, revalidation } = state;
  if (navigation.state === "idle") return revalidation === "loading";
  const { pathname, search } = navigation.location;
  return !navigation.formData && pathname === location.pathname && search === location.search;
}

/** How to submit again what is being posted to `url` with `body`. */
export function findSubmission(url: URL, body: BodyInit | null | undefined): () => void {
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
 * Ends a navigation that waits for its data; the page and its address stay. Going to a fragment of the page is the one
 * navigation that loads nothing, unless a refresh is due. After a post the navigation goes on: its form is done.
 */
export async function stopNavigation(): Promise<void> {
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

/** The address at which Remix posts a form. */
function dataPathOf(formAction: string): string {
  const { pathname } = new URL(formAction, window.location.href);
  return pathname === "/" ? "/_root.data" : `${pathname.replace(/\/$/, "")}.data`;
}

function isEqual(formData: FormData | undefined, body: BodyInit | null | undefined): boolean {
  if (!formData || !(body instanceof URLSearchParams || body instanceof FormData)) return false;
  return textOf(formData) === textOf(body);
}

/** A file counts by its name. A multipart body has its line ends as CRLF. */
function textOf(entries: FormData | URLSearchParams): string {
  const texts = [...entries].map(([name, value]) => [name, typeof value === "string" ? value : value.name]);
  return JSON.stringify(texts).replaceAll(String.raw`\r\n`, String.raw`\n`);
}
