import type { ShopId } from "#app/domain/ids.ts";
import { refuse, type Refusal } from "#app/domain/refusal.ts";
import { endWatching, watchShop } from "#app/flows/reports/watch-shops.ts";

const nothing = (): void => {};

/** A line that says nothing: proxies close what is silent, and the browser learns that somebody is there. */
const beatMs = 15_000;
/** Who is told for so long has to come again and prove anew who they are; each at another time. */
const longestMs = 300_000;
const beat = ": beat\n\n";

type Asked = {
  readonly shopId: ShopId;
  /** Of the request: aborted when its connection closes. */
  readonly signal: AbortSignal;
  /** Whether the proof that opened the stream still holds. */
  readonly mayStay: () => Promise<boolean>;
};

/**
 * The versions of a shop as server-sent events, the newest one at once. Only the newest matters: whoever reads slowly
 * misses those between, and nothing heaps up. It ends with the right to it, after five minutes, and with the process.
 */
export function versionStream({ shopId, signal, mayStay }: Asked): Response | Refusal {
  if (isEnding) return refuse("unavailable", "This server ends. Please ask again in a moment.");
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
    clearInterval(pulse);
    clearTimeout(life);
    signal.removeEventListener("abort", end);
    state.wake();
  };
  const leave = watchShop(shopId, { tell: (version) => say(eventOf(version)), end });
  if (!leave) return refuse("unavailable", "Too many screens are open. Please ask the pulse instead.");

  const pulse = setInterval(() => {
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
  // What compresses on the way would hold each line back until it has enough of them.
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

/** Ends what is open, and opens no more: a browser asks again at once, on the connection that it still has. */
export function endStreams(): void {
  isEnding = true;
  endWatching();
}

/** A server that is told to end waits for what is open; ours would keep it for minutes. */
function endWithProcess(): void {
  if (knowsOfTheEnd) return;
  knowsOfTheEnd = true;
  process.once("SIGTERM", endStreams);
  process.once("SIGINT", endStreams);
}
