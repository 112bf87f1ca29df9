import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { livePollMs, nextPollDelay, startLivePoll } from "#app/ui/shared/live-poll.ts";

let version: string | Error;
let hidden: boolean;
let asked: number;
const onChange = vi.fn<() => void>();

function ask(): Promise<string> {
  asked += 1;
  return version instanceof Error ? Promise.reject(version) : Promise.resolve(version);
}

const start = (rendered: string | null = "v1") =>
  startLivePoll({ ask, onChange, isHidden: () => hidden, version: rendered });

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
  [version, hidden, asked] = ["v1", false, 0];
  onChange.mockReset();
});
afterEach(() => vi.useRealTimers());

describe("live figures", () => {
  test("a change since the page was rendered is seen at once, each change once", async () => {
    version = "v2";
    const poll = start("v1");
    await pass(0);
    expect(onChange).toHaveBeenCalledTimes(1);
    await pass(5 * livePollMs);
    expect(onChange).toHaveBeenCalledTimes(1);
    version = "v3";
    await pass(livePollMs);
    expect(onChange).toHaveBeenCalledTimes(2);
    poll.stop();
  });

  test("asks about every second", async () => {
    const poll = start();
    await pass(10 * livePollMs);
    expect(asked).toBe(11);
    poll.stop();
    await pass(10 * livePollMs);
    expect(asked).toBe(11);
  });

  test("without a rendered version the first answer is it", async () => {
    const poll = start(null);
    await pass(0);
    expect(onChange).not.toHaveBeenCalled();
    poll.stop();
  });

  test("pauses while hidden and catches up when woken", async () => {
    const poll = start();
    await pass(0);
    hidden = true;
    await pass(60 * livePollMs);
    expect(asked).toBeLessThanOrEqual(2);
    version = "v2";
    hidden = false;
    poll.wake();
    await pass(0);
    expect(onChange).toHaveBeenCalledTimes(1);
    await pass(2 * livePollMs);
    expect(asked).toBeGreaterThanOrEqual(4);
    poll.stop();
  });

  test("backs off while the server is in trouble, and recovers", async () => {
    version = new Error("down");
    const poll = start();
    await pass(15 * livePollMs);
    expect(asked).toBeLessThanOrEqual(4);
    version = "v2";
    await pass(40 * livePollMs);
    expect(onChange).toHaveBeenCalledTimes(1);
    const before = asked;
    await pass(5 * livePollMs);
    expect(asked - before).toBe(5);
    poll.stop();
  });

  test("never waits longer than half a minute", () => {
    expect(nextPollDelay(0)).toBe(livePollMs);
    expect(nextPollDelay(1)).toBe(2 * livePollMs);
    expect(nextPollDelay(50)).toBe(30_000);
  });
});
