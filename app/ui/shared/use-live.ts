import { useNavigate } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { usePageHost } from "../state/ui-provider.tsx";
import { callApi, openApiStream, statusOf } from "./api-client.ts";
import { nextPollDelay, startLivePoll } from "./live-poll.ts";
import { useRefresh } from "./use-refresh.ts";

/**
 * Keeps the page's figures live: is told of each change by one event stream, or asks the version where none can be had,
 * and has the route's loaders run again. Pauses while the page is hidden and catches up when it comes back.
 * `version` is the version of what the loaders read, or one that no shop has where a change may have fallen between the two.
 */
export function useLive(version: string | null = null): void {
  const refresh = useRefresh();
  const navigate = useNavigate();
  const { embedded } = usePageHost();
  // Inside the admin a loader's answer knows the way back to a session; the install form is for nobody there.
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
    // The session has ended elsewhere: signed out in another tab, or the app was uninstalled.
    if (statusOf(error) === 401) onUnknown();
    throw error;
  }
}

type Live = {
  /** Opens the stream of versions. */
  readonly open: (signal: AbortSignal) => Promise<ReadableStream<string>>;
  /** Answers the version as it is now, for when no stream is there. */
  readonly ask: (signal: AbortSignal) => Promise<string | null>;
  readonly onChange: () => void;
  readonly isHidden: () => boolean;
  /** Version the page was rendered from. If the server sent none, the first one received is taken for it. */
  readonly version: string | null;
};

/** The server gives a sign every 15 s: after this nobody is there any more, whatever the connection says. */
export const silenceMs = 40_000;
/** A stream that says nothing at its beginning is held back on the way: a proxy collects what it should pass on. */
export const firstSignMs = 5000;
/** Loading again more often than this would serve nobody; the first change is shown at once. */
export const quietMs = 1000;

/**
 * Calls `onChange` when the shop has another version than the page: told by one stream, which is opened again whenever
 * it ends, and found by asking while there is none. Pauses while hidden; `wake` looks at once.
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
    // A stream that had its time begins anew without a question between; one that failed is stood in for.
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

/** Calls at once, and then once more at the end of each interval in which it was asked for again. */
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

/** The version that an event or an answer of the version names; null where it names none. */
export function versionIn(value: unknown): string | null {
  if (typeof value !== "object" || value === null || !("version" in value)) return null;
  return typeof value.version === "string" ? value.version : null;
}

const eventEnd = /\r?\n\r?\n/;
/** An event of ours is some sixty characters: what goes on for so long is none. */
const longestEvent = 10_000;

/**
 * Reads server-sent events to their end and tells the version of each that has one. `onSign` is called for every sign of
 * life, comments included.
 * @throws what the stream fails with.
 */
export async function readVersions(
  stream: ReadableStream<string>,
  { onSign, onVersion }: { onSign: () => void; onVersion: (version: string) => void },
): Promise<void> {
  const reader = stream.getReader();
  let rest = "";
  for (;;) {
    // Each piece follows the one before.
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
