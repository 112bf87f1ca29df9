import type { ShopId } from "#app/domain/ids.ts";
import { refuse, type Refusal } from "#app/domain/refusal.ts";
import { endWatching, watchShop } from "#app/flows/reports/watch-shops.ts";

const nothing = (): void => {};

/**
 * Interval of comments that keep the stream open. Proxies close silent connections, and the browser sees that
 * the server is alive.
 */
const beatMs = 15_000;
/**
 * Longest life of a stream. The client then reconnects and authenticates again. The actual life varies, so that
 * clients don't reconnect at the same time.
 */
const longestMs = 300_000;
const beat = ": beat\n\n";

type VersionStreamInput = {
  readonly shopId: ShopId;
  /** The request's signal, aborted when its connection closes. */
  readonly signal: AbortSignal;
  /** True while the credentials that opened the stream are still valid. */
  readonly mayStay: () => Promise<boolean>;
};

/**
 * A shop's versions as server-sent events, the latest one at once. A slow reader gets only the latest version,
 * so no events pile up. The stream ends when the credentials become invalid, after five minutes at most, and
 * when the process ends.
 */
export function versionStream({ shopId, signal, mayStay }: VersionStreamInput): Response | Refusal {
  if (isEnding) return refuse("unavailable", { code: "server_stopping" });
  const encoder = new TextEncoder();
  const state = { next: "", isOver: false, wake: nothing };
  const say = (text: string) => {
    state.next = text;
    state.wake();
  };
  const end = () => {
    if (state.isOver) return;
    state.isOver = true;
    leave?.();
    clearInterval(version);
    clearTimeout(life);
    signal.removeEventListener("abort", end);
    state.wake();
  };
  const leave = watchShop(shopId, { tell: (version) => say(eventOf(version)), end });
  if (!leave) return refuse("unavailable", { code: "too_many_streams" });

  const version = setInterval(() => {
    void mayStay().then(
      (may) => (may ? state.next === "" && say(beat) : end()),
      () => end(),
    );
  }, beatMs);
  const life = setTimeout(end, longestMs * (0.8 + Math.random() * 0.2));
  signal.addEventListener("abort", end);
  if (signal.aborted) end();
  endWithProcess();

  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (state.next === "" && !state.isOver) await new Promise<void>((resolve) => (state.wake = resolve));
        const text = state.next;
        state.next = "";
        if (text !== "") controller.enqueue(encoder.encode(text));
        else if (state.isOver) controller.close();
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { headers });
}

const headers = {
  "Content-Type": "text/event-stream; charset=utf-8",
  // A compressing proxy would hold back each line until it has enough data.
  "Cache-Control": "no-store, no-transform",
  "X-Accel-Buffering": "no",
  Vary: "Authorization, Cookie",
  "X-Content-Type-Options": "nosniff",
};

function eventOf(version: string): string {
  return `event: version\ndata: ${JSON.stringify({ version })}\n\n`;
}

let knowsOfTheEnd = false;
let isEnding = false;

/**
 * Ends all streams and refuses new ones, because browsers reconnect at once on the connection they still have.
 */
export function endStreams(): void {
  isEnding = true;
  endWatching();
}

/** A server that is told to stop waits for open responses, and streams would delay it by minutes. */
function endWithProcess(): void {
  if (knowsOfTheEnd) return;
  knowsOfTheEnd = true;
  process.once("SIGTERM", endStreams);
  process.once("SIGINT", endStreams);
}
