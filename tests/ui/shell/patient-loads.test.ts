import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { loadPatiently } from "#app/ui/shared/patient-loads.ts";

const ours = () => new Response("data", { headers: { "X-Remix-Response": "yes" } });
const fault = () => new Response("data", { status: 500, headers: { "X-Remix-Response": "yes" } });
const proxys = () => new Response("Bad Gateway", { status: 502 });
const lost = () => Promise.reject(new TypeError("Failed to fetch"));

const load = "https://app.example/dashboard/affiliates.data?page=2";
const real = window.fetch;
let asked: ReturnType<typeof vi.fn<typeof fetch>>;

/** What the router says it does: by itself, or because somebody followed a link. */
function routerIs(revalidation: string, navigation = "idle"): void {
  Object.assign(window, { __remixRouter: { state: { revalidation, navigation: { state: navigation } } } });
}

beforeEach(() => {
  vi.useFakeTimers();
  asked = vi.fn<typeof fetch>();
  window.fetch = asked;
  loadPatiently();
});
afterEach(() => {
  vi.useRealTimers();
  window.fetch = real;
  Object.assign(window, { __remixRouter: undefined });
});

describe("what a page loads again by itself", () => {
  beforeEach(() => routerIs("loading"));

  test("waits for a connection that was lost and for a server behind a proxy", async () => {
    asked.mockImplementationOnce(lost).mockResolvedValueOnce(proxys()).mockResolvedValueOnce(ours());
    const answer = window.fetch(load, {});
    await vi.advanceTimersByTimeAsync(999);
    expect(asked).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(asked).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(2000);
    expect([(await answer).status, asked.mock.calls.length]).toEqual([200, 3]);
  });

  test("is asked for at once when the browser is online again", async () => {
    asked.mockImplementationOnce(lost).mockResolvedValueOnce(ours());
    const answer = window.fetch(load, {});
    await vi.advanceTimersByTimeAsync(1);
    window.dispatchEvent(new Event("online"));
    expect((await answer).status).toBe(200);
  });

  test("waits for nothing any more once somebody follows a link", async () => {
    asked.mockImplementation(lost);
    const going = new AbortController();
    const answer = window.fetch(load, { signal: going.signal });
    await vi.advanceTimersByTimeAsync(1);
    going.abort(new Error("followed"));
    await expect(answer).rejects.toThrow("followed");
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toHaveBeenCalledTimes(1);
  });

  test("tells the app's own fault as it is", async () => {
    asked.mockResolvedValueOnce(fault());
    expect((await window.fetch(load, {})).status).toBe(500);
  });
});

describe("fails at once", () => {
  test.each([
    ["what somebody goes to", () => routerIs("loading", "loading"), load, {}],
    ["a load that no router began", () => routerIs("idle"), load, {}],
    ["what is sent", () => routerIs("loading"), load, { method: "POST" }],
    ["a call of the API", () => routerIs("loading"), "https://app.example/api/v1/pulse", {}],
  ])("%s", async (_, begin, address, init) => {
    begin();
    asked.mockImplementation(lost);
    await expect(window.fetch(address, init)).rejects.toThrow("Failed to fetch");
  });
});
