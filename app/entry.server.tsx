import { createReadableStreamFromReadable, type EntryContext } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { isbot } from "isbot";
import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { renderToPipeableStream } from "react-dom/server";
import { learnLinks } from "./flows/tracking/known-links.ts";
import { startJobs } from "./jobs/registry.ts";
import { forRequests } from "./platform/db.server.ts";
import { env } from "./platform/env.server.ts";
import { surviveFaults } from "./platform/faults.server.ts";
import { appBridgeUrl } from "./gateways/shopify/addresses.ts";
import { documentPolicy } from "./http/document-policy.ts";
import { joinedChunks } from "./http/joined-chunks.ts";
import { localeOf } from "./http/locale.ts";
import { describeError, log } from "./platform/log.server.ts";
import { addDocumentResponseHeaders } from "./shopify.server.ts";
import { takeWritingFrom, type PageLocale } from "./ui/shared/locale.ts";
import { Nonce } from "./ui/shared/nonce.ts";
import { textsOfData } from "./i18n/page-texts.ts";

/** A page that takes longer is sent as far as it is. Remix ends its own streams a second earlier. */
const renderTimeoutMs = 6000;
export const streamTimeout = renderTimeoutMs - 1000;

/** Language and locale of the page being rendered. */
const writing = new AsyncLocalStorage<PageLocale>();
takeWritingFrom(() => writing.getStore());

/** A page with texts of its own names their language and locale. Other pages are in English. */
function writingOf(request: Request, { staticHandlerContext }: EntryContext): PageLocale {
  const loaded: unknown[] = Object.values(staticHandlerContext.loaderData);
  return loaded.map(textsOfData).find((texts) => texts !== undefined) ?? { locale: localeOf(request) };
}

/** Streams a page to people, and sends it whole to crawlers. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  addDocumentResponseHeaders(request, headers);
  const nonce = randomBytes(16).toString("base64url");
  const policy = documentPolicy({ inline: `nonce-${nonce}`, bridgeUrl: appBridgeUrl() });
  headers.set("Content-Security-Policy", `${policy}; ${headers.get("Content-Security-Policy")}`);
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("X-Content-Type-Options", "nosniff");
  headers.set("Referrer-Policy", "strict-origin-when-cross-origin");
  headers.append("Vary", "Cookie, Accept-Language");
  const whole = isbot(request.headers.get("User-Agent") ?? "");
  return new Promise((resolve, reject) => {
    let sent = false;
    const answer = () => {
      sent = true;
      const body = joinedChunks();
      resolve(
        new Response(createReadableStreamFromReadable(body), { status: failed ? 500 : status, headers }),
      );
      pipe(body);
    };
    let failed = false;
    const page = (
      <Nonce.Provider value={nonce}>
        <RemixServer context={context} url={request.url} nonce={nonce} />
      </Nonce.Provider>
    );
    const { pipe, abort } = writing.run(writingOf(request, context), () =>
      renderToPipeableStream(page, {
        nonce,
        [whole ? "onAllReady" : "onShellReady"]: answer,
        onShellError: reject,
        onError(error: unknown) {
          failed = true;
          // React passes an error from before the first byte to onShellError.
          if (sent) log.error("Rendering failed", describeError(error));
        },
      }),
    );
    setTimeout(abort, renderTimeoutMs).unref();
  });
}

/** Data of one person unless its loader says how long it may be cached, and for whom. */
export function handleDataRequest(response: Response): Response {
  if (!response.headers.has("Cache-Control")) response.headers.set("Cache-Control", "private, no-store");
  if (!response.headers.has("Vary")) response.headers.set("Vary", "Authorization, Cookie");
  return response;
}

/**
 * Logs errors of loaders and actions, except a canceled request and one that Remix refuses because of the client,
 * such as a method that its address does not accept.
 */
export function handleError(error: unknown, { request }: { request: Request }): void {
  if (request.signal.aborted) return;
  const isClientFault = isRouteErrorResponse(error) && error.status < 500;
  if (isClientFault) log.debug("Request refused", { method: request.method, status: error.status });
  else log.error("Request failed", { method: request.method, ...describeError(error) });
}

// Installed after this file has loaded, because a build that cannot be loaded must end the process.
surviveFaults();

// Learns all links before the first shopper comes: by then the database may be away.
void forRequests(learnLinks);

const firstPauseMs = 250;
const longestPauseMs = 30_000;

/** Prevents a second start when the development server reloads this module. */
const once = Symbol.for("affiliate-platform.jobs");

/** JOBS=in-process: runs the jobs too. When the process is told to end, running jobs are finished first. */
async function runJobsHere(): Promise<void> {
  if (once in globalThis) return;
  Object.defineProperty(globalThis, once, { value: true });
  const ending = new AbortController();
  // If the end comes while the jobs start, the start is finished first. Half of them would run on and keep the
  // process.
  const end = () => ending.abort();
  process.once("SIGTERM", end);
  process.once("SIGINT", end);
  const stop = await startJobsPatiently(ending.signal);
  if (ending.signal.aborted) return await stop?.();
  ending.signal.addEventListener("abort", () => void stop?.());
}

/** Repeats until the jobs have started, because the database may be away. Null if the process is to end instead. */
async function startJobsPatiently(ending: AbortSignal): Promise<(() => Promise<void>) | null> {
  for (let failures = 1; !ending.aborted; failures += 1) {
    try {
      return await startJobs();
    } catch (error) {
      log.error("The jobs did not start; they are tried again", { failures, ...describeError(error) });
      const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** failures);
      // One attempt after the other is what trying again means.
      // oxlint-disable-next-line no-await-in-loop
      await pause(pauseMs, undefined, { ref: false });
    }
  }
  return null;
}

if (env().JOBS === "in-process") void runJobsHere();
