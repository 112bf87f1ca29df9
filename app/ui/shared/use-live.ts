import { useNavigate } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { usePageHost } from "../state/ui-provider.tsx";
import { callApi, openApiStream, statusOf } from "./api-client.ts";
import { nextPollDelay, startLivePoll } from "./live-poll.ts";
import { useRefresh } from "./use-refresh.ts";

/**
 * Keeps the page's figures live: reruns the route's loaders on each change, reported by an event stream or, without
 * one, found by polling the version. Pauses while the page is hidden and catches up when it is visible again. `version`
 * is that of the loaders' data, or one that no shop has if a change may have come in between.
 */
export function useLive(version: string | null = null): void {
  const refresh = useRefresh();
  const navigate = useNavigate();
  const { embedded } = usePageHost();
  // Inside Shopify's admin the loaders renew the session themselves. The install form has no use there.
  const onUnknown = embedded ? refresh : () => navigate("/install");
  const latest = useRef(onUnknown);
  const rendered = useRef(version);
  useEffect(() => {
    latest.current = onUnknown;
  });

  useEffect(() => {
    const sayUnknown = () => latest.current();
    const live = startLive({
      open: (signal) => openStream(signal, sayUnknown),
      ask: (signal) => askVersion(signal, sayUnknown),
      onChange: refresh,
      isHidden: () => document.visibilityState === "hidden",
      version: rendered.current,
    });
    document.addEventListener("visibilitychange", live.wake);
    window.addEventListener("focus", live.wake);
    window.addEventListener("online", live.wake);
    return () => {
      live.stop();
      document.removeEventListener("visibilitychange", live.wake);
      window.removeEventListener("focus", live.wake);
      window.removeEventListener("online", live.wake);
    };
  }, [refresh]);
}

async function askVersion(signal: AbortSignal, onUnknown: () => void): Promise<string | null> {
  return versionIn(await orUnknown(callApi("/api/v1/version", { signal }), onUnknown));
}

function openStream(signal: AbortSignal, onUnknown: () => void): Promise<ReadableStream<string>> {
  return orUnknown(openApiStream("/api/v1/live", signal), onUnknown);
}

async function orUnknown<Answer>(asking: Promise<Answer>, onUnknown: () => void): Promise<Answer> {
  try {
    return await asking;
  } catch (error) {
    // The session ended elsewhere: another tab signed out, or the app was uninstalled.
    if (statusOf(error) === 401) onUnknown();
    throw error;
  }
}

type Live = {
  /** Opens the stream of versions. */
  readonly open: (signal: AbortSignal) => Promise<ReadableStream<string>>;
  /** Fetches the current version, if there is no stream. */
  readonly ask: (signal: AbortSignal) => Promise<string | null>;
  readonly onChange: () => void;
  readonly isHidden: () => boolean;
  /** Version that the page was rendered from. If the server sent none, the first one received counts as it. */
  readonly version: string | null;
};

/** The server sends a sign of life every 15 s. After this long without one, the connection counts as dead. */
export const silenceMs = 40_000;
/** A stream without a first sign is being buffered, usually by a proxy. */
export const firstSignMs = 5000;
/** Shortest time between two reloads. The first change reloads at once. */
export const quietMs = 1000;

/**
 * Calls `onChange` when the shop's version differs from the page's. It uses an event stream, which is reopened when it
 * ends, and polls while there is none. Pauses while hidden; `wake` checks at once.
 */
export function startLive({ open, ask, onChange, isHidden, version: rendered }: Live): {
  wake: () => void;
  stop: () => void;
} {
  let version = rendered;
  let stopped = false;
  let failures = 0;
  let opened: AbortController | null = null;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let poll: ReturnType<typeof startLivePoll> | null = null;
  const change = atMostEvery(quietMs, onChange);

  function take(newest: string): void {
    if (version !== null && newest !== version && !stopped) change.call();
    version = newest;
  }

  // Polling compares versions here too, so that it shares the last known version with the stream.
  async function askOnce(signal: AbortSignal): Promise<null> {
    const newest = await ask(signal);
    if (newest !== null && !signal.aborted) take(newest);
    return null;
  }

  function askInstead(): void {
    if (!stopped) poll ??= startLivePoll({ ask: askOnce, onChange: nothing, isHidden, version: null });
  }

  function stopAsking(): void {
    poll?.stop();
    poll = null;
  }

  async function listen(): Promise<void> {
    clearTimeout(retry);
    if (stopped || opened || isHidden()) return;
    const mine = new AbortController();
    opened = mine;
    let patience = setTimeout(() => mine.abort(), firstSignMs);
    const onSign = () => {
      clearTimeout(patience);
      patience = setTimeout(() => mine.abort(), silenceMs);
      failures = 0;
      stopAsking();
    };
    try {
      await readVersions(await open(mine.signal), { onSign, onVersion: take });
      failures += 1;
    } catch {
      failures += 1;
    } finally {
      clearTimeout(patience);
      opened = null;
    }
    if (stopped || isHidden()) return;
    // A stream that ended after a sign of life is reopened soon. After a failure, polling takes over.
    if (failures > 1) askInstead();
    retry = setTimeout(() => void listen(), nextPollDelay(failures - 1) * (0.5 + Math.random() / 2));
  }

  void listen();
  return {
    wake() {
      if (isHidden()) return opened?.abort();
      failures = 0;
      poll?.wake();
      void listen();
    },
    stop() {
      stopped = true;
      clearTimeout(retry);
      change.stop();
      stopAsking();
      opened?.abort();
    },
  };
}

const nothing = (): void => {};

/** Throttles: calls at once, then at most once per interval, if called meanwhile. */
function atMostEvery(ms: number, run: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isDue = false;
  const call = () => {
    if (timer !== undefined) {
      isDue = true;
      return;
    }
    timer = setTimeout(() => {
      timer = undefined;
      if (isDue) {
        isDue = false;
        call();
      }
    }, ms);
    run();
  };
  return { call, stop: () => clearTimeout(timer) };
}

/** Version in an event or an answer; null without one. */
export function versionIn(value: unknown): string | null {
  if (typeof value !== "object" || value === null || !("version" in value)) return null;
  return typeof value.version === "string" ? value.version : null;
}

const eventEnd = /\r?\n\r?\n/;
/** The app's events have about 60 characters. Anything longer is not one. */
const longestEvent = 10_000;

/**
 * Reads server-sent events to the end and passes on each version. `onSign` is called for every sign of life, comments
 * included.
 * @throws what the stream fails with.
 */
export async function readVersions(
  stream: ReadableStream<string>,
  { onSign, onVersion }: { onSign: () => void; onVersion: (version: string) => void },
): Promise<void> {
  const reader = stream.getReader();
  let rest = "";
  for (;;) {
    // Chunks must be read in order.
    // oxlint-disable-next-line no-await-in-loop
    const { done, value } = await reader.read();
    if (done) return;
    onSign();
    const events = `${rest}${value}`.split(eventEnd);
    rest = events.pop() ?? "";
    if (rest.length > longestEvent) throw new Error("This is no event stream.");
    for (const event of events) {
      const version = versionOf(event);
      if (version !== null) onVersion(version);
    }
  }
}

function versionOf(event: string): string | null {
  const data = event
    .split(/\r?\n/)
    .filter((line) => line.startsWith("data:"))
    .map((line) => line.slice(5).trim())
    .join("\n");
  if (data === "") return null;
  try {
    return versionIn(JSON.parse(data));
  } catch {
    return null;
  }
}
