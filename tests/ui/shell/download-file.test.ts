import { afterEach, beforeEach, expect, type MockInstance, test, vi } from "vitest";
import { ApiError, requestTimeoutMs } from "#app/ui/shared/api-client.ts";
import { downloadFile } from "#app/ui/shared/file-button.tsx";

/** A file of which a part comes after each wait, until the reader gives up. */
function fileOf(waitsMs: readonly number[]) {
  return vi.fn<typeof fetch>(async (_url, init) => {
    const signal = init?.signal;
    const left = [...waitsMs];
    const body = new ReadableStream<Uint8Array>({
      pull: (to) =>
        new Promise((resolve) => {
          const next = left.shift();
          if (next === undefined) {
            to.close();
            resolve();
            return;
          }
          const timer = setTimeout(() => {
            to.enqueue(new TextEncoder().encode("0123456789"));
            resolve();
          }, next);
          signal?.addEventListener("abort", () => {
            clearTimeout(timer);
            to.error(new DOMException("It was given up", "AbortError"));
            resolve();
          });
        }),
    });
    return new Response(body, { headers: { "Content-Type": "text/csv" } });
  });
}

let clicked: MockInstance<() => void>;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  Object.assign(URL, { createObjectURL: () => "blob:file", revokeObjectURL: () => {} });
  clicked = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test("a file may take longer than an answer, as long as something of it comes", async () => {
  const wait = requestTimeoutMs - 1000;
  vi.stubGlobal("fetch", fileOf([wait, wait, wait]));
  const told: number[] = [];
  const done = downloadFile("/api/v1/report.csv", (bytes) => void told.push(bytes));
  await vi.advanceTimersByTimeAsync(3 * wait);
  await done;
  expect(told).toEqual([10, 20, 30]);
  expect(clicked).toHaveBeenCalledOnce();
});

test("a file that falls silent is given up, and nothing is kept", async () => {
  vi.stubGlobal("fetch", fileOf([10, requestTimeoutMs + 1000]));
  const done = downloadFile("/api/v1/report.csv", () => {}).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(requestTimeoutMs + 2000);
  const error = await done;
  expect(error).toBeInstanceOf(ApiError);
  expect((error as ApiError).failure).toEqual({ kind: "timeout" });
  expect(clicked).not.toHaveBeenCalled();
});
