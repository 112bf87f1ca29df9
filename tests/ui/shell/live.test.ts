import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { firstSignMs, quietMs, silenceMs, startLive } from "#app/ui/shared/use-live.ts";

type Opened = { say: (text: string) => void; end: () => void; readonly signal: AbortSignal };

const onChange = vi.fn<() => void>();
let opened: Opened[];
let refused: boolean;
let hidden: boolean;
let asked: number;
let served: string;

/** A server whose stream says what the test has it say. */
function open(signal: AbortSignal): Promise<ReadableStream<string>> {
  if (refused) return Promise.reject(new Error("503"));
  const stream = new ReadableStream<string>({
    start(controller) {
      signal.addEventListener("abort", () => controller.error(signal.reason));
      opened.push({ signal, say: (text) => controller.enqueue(text), end: () => controller.close() });
    },
  });
  return Promise.resolve(stream);
}

function ask(): Promise<string> {
  asked += 1;
  return Promise.resolve(served);
}

const start = (version: string | null = "v1") =>
  startLive({ open, ask, onChange, isHidden: () => hidden, version });
const event = (version: string) => `event: version\ndata: {"version":"${version}"}\n\n`;
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const newest = () => opened.at(-1) ?? expect.fail("no stream was opened");

async function say(text: string) {
  newest().say(text);
  await pass(0);
}

beforeEach(() => {
  vi.useFakeTimers();
  [opened, refused, hidden, asked, served] = [[], false, false, 0, "v1"];
  onChange.mockReset();
});
afterEach(() => vi.useRealTimers());

describe("a page that is told", () => {
  test("loads again for each other version, at once, and asks nothing", async () => {
    const live = start();
    await pass(0);
    await say(event("v1"));
    expect(onChange).not.toHaveBeenCalled();
    await say(event("v2"));
    expect(onChange).toHaveBeenCalledTimes(1);
    await pass(quietMs);
    await say(": beat\n\n");
    await say(event("v3").slice(0, 20));
    await say(event("v3").slice(20));
    expect(onChange).toHaveBeenCalledTimes(2);
    expect([opened.length, asked]).toEqual([1, 0]);
    live.stop();
    expect(newest().signal.aborted).toBe(true);
  });

  test("loads once a second while one change follows the other, and not less than the last one", async () => {
    const live = start();
    await pass(0);
    for (let number = 2; number <= 21; number += 1) {
      await say(event(`v${number}`));
      await pass(100);
    }
    expect(onChange.mock.calls.length).toBeLessThanOrEqual(3);
    const before = onChange.mock.calls.length;
    await say(event("v99"));
    await pass(quietMs);
    expect(onChange).toHaveBeenCalledTimes(before + 1);
    live.stop();
  });

  test("opens the stream again when the server restarts, and catches up on what it missed", async () => {
    const live = start();
    await pass(0);
    await say(event("v1"));
    newest().end();
    await pass(1000);
    expect([opened.length, asked]).toEqual([2, 0]);
    await say(event("v2"));
    expect(onChange).toHaveBeenCalledTimes(1);
    live.stop();
  });

  test("takes silence for a connection that is gone", async () => {
    const live = start();
    await pass(0);
    await say(event("v1"));
    await pass(silenceMs - 1000);
    await say(": beat\n\n");
    await pass(silenceMs - 1000);
    expect(opened).toHaveLength(1);
    await pass(2000);
    expect(opened).toHaveLength(2);
    live.stop();
  });

  test("is told nothing while it is hidden, and catches up when it is seen again", async () => {
    const live = start();
    await pass(0);
    await say(event("v1"));
    hidden = true;
    live.wake();
    await pass(60_000);
    expect([opened.length, newest().signal.aborted, asked]).toEqual([1, true, 0]);
    hidden = false;
    live.wake();
    await pass(0);
    await say(event("v5"));
    expect(onChange).toHaveBeenCalledTimes(1);
    live.stop();
  });
});

describe("a page that cannot be told", () => {
  test("asks about every second instead, and stops asking when a stream comes", async () => {
    refused = true;
    const live = start();
    await pass(3000);
    served = "v2";
    await pass(1500);
    expect(onChange).toHaveBeenCalledTimes(1);
    refused = false;
    // The next try comes within half a minute.
    for (let turn = 0; turn < 62 && opened.length === 0; turn += 1) await pass(500);
    await say(event("v2"));
    const before = asked;
    await pass(10_000);
    expect(asked).toBe(before);
    expect(onChange).toHaveBeenCalledTimes(1);
    live.stop();
  });

  test("asks where something on the way holds the stream back", async () => {
    const live = start();
    await pass(2 * firstSignMs + 2000);
    expect(opened.length).toBeGreaterThanOrEqual(2);
    expect(opened[0]?.signal.aborted).toBe(true);
    expect(asked).toBeGreaterThanOrEqual(1);
    served = "v2";
    await pass(1500);
    expect(onChange).toHaveBeenCalledTimes(1);
    live.stop();
  });

  test("tries ever more rarely, and ends for good when the page is left", async () => {
    refused = true;
    const tries = vi.fn<typeof open>(open);
    const live = startLive({ open: tries, ask, onChange, isHidden: () => hidden, version: "v1" });
    await pass(120_000);
    expect(tries.mock.calls.length).toBeLessThan(14);
    live.stop();
    const before = [tries.mock.calls.length, asked];
    await pass(120_000);
    expect([tries.mock.calls.length, asked]).toEqual(before);
  });
});
