import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { isRefreshFailing, readUnanswered } from "#app/ui/shared/no-answer.ts";
import { loadPatiently } from "#app/ui/shared/patient-loads.ts";

const ours = () => new Response("data", { headers: { "X-Remix-Response": "yes" } });
const fault = () => new Response("data", { status: 500, headers: { "X-Remix-Response": "yes" } });
const proxys = () => new Response("Bad Gateway", { status: 502 });
const lost = () => Promise.reject(new TypeError("Failed to fetch"));

const load = "https://app.example/dashboard/affiliates.data?page=2";
const real = window.fetch;
const navigate = vi.fn<(to: string, options: object) => Promise<void>>(async () => {});
let asked: ReturnType<typeof vi.fn<typeof fetch>>;

const messages = () => readUnanswered().map(({ message }) => message);

/** State of the router: revalidating by itself, or following a link. */
function routerIs(revalidation: string, navigation = "idle", to = "?page=2"): void {
  const state = {
    revalidation,
    navigation: { state: navigation, location: { pathname: "/", search: to } },
    location: { pathname: "/", search: "" },
  };
  Object.assign(window, { __remixRouter: { state, navigate } });
}

beforeEach(() => {
  vi.useFakeTimers();
  navigate.mockClear();
  asked = vi.fn<typeof fetch>();
  window.fetch = asked;
  loadPatiently();
});
afterEach(() => {
  for (const { dismiss } of readUnanswered()) dismiss();
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

  test("waits while the app has a fault, and notes it if that lasts", async () => {
    asked.mockImplementation(() => Promise.resolve(fault()));
    const answer = window.fetch(load, {});
    await vi.advanceTimersByTimeAsync(2999);
    expect([asked.mock.calls.length, isRefreshFailing()]).toEqual([2, false]);
    await vi.advanceTimersByTimeAsync(1);
    expect([asked.mock.calls.length, isRefreshFailing()]).toEqual([3, true]);
    asked.mockResolvedValueOnce(ours());
    await vi.advanceTimersByTimeAsync(4000);
    expect((await answer).status).toBe(200);
    expect(isRefreshFailing()).toBe(false);
    expect(messages()).toEqual([]);
  });

  test("notes nothing any more once somebody follows a link", async () => {
    asked.mockImplementation(() => Promise.resolve(fault()));
    const going = new AbortController();
    const answer = window.fetch(load, { signal: going.signal });
    await vi.advanceTimersByTimeAsync(5000);
    expect(isRefreshFailing()).toBe(true);
    going.abort(new Error("followed"));
    await expect(answer).rejects.toThrow("followed");
    expect(isRefreshFailing()).toBe(false);
  });

  test("tells a refusal as it is", async () => {
    asked.mockResolvedValueOnce(new Response("data", { status: 404, headers: ours().headers }));
    expect((await window.fetch(load, {})).status).toBe(404);
  });
});

describe("a load that a person asked for", () => {
  beforeEach(() => routerIs("loading", "loading"));

  test.each([
    ["nothing answers", lost],
    ["a proxy answers", () => Promise.resolve(proxys())],
  ])("waits for Try Again where %s", async (_, failed) => {
    asked.mockImplementationOnce(failed).mockResolvedValueOnce(ours());
    const answer = window.fetch(load, {});
    await vi.advanceTimersByTimeAsync(120_000);
    expect(asked).toHaveBeenCalledTimes(1);
    expect(messages()).toEqual(["Network error. Please check your connection."]);
    readUnanswered()[0]?.retry();
    expect(await (await answer).text()).toBe("data");
    expect(messages()).toEqual([]);
  });

  test("has 30 seconds, also where nothing looks at its signal", async () => {
    const limit = new AbortController();
    const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValue(limit.signal);
    asked.mockReturnValueOnce(new Promise(() => {})).mockResolvedValueOnce(ours());
    const answer = window.fetch(load, {});
    limit.abort(new DOMException("timed out", "TimeoutError"));
    await vi.advanceTimersByTimeAsync(1);
    expect(timeout).toHaveBeenCalledWith(30_000);
    expect(messages()).toEqual(["Request timeout. Please try again."]);
    timeout.mockRestore();
    readUnanswered()[0]?.retry();
    expect((await answer).status).toBe(200);
  });

  test("tells the app's own fault as it is", async () => {
    asked.mockResolvedValueOnce(fault());
    expect((await window.fetch(load, {})).status).toBe(500);
  });

  test("ends when it is dismissed: the page stays, and its own refresh waits without a message", async () => {
    asked.mockImplementation(lost);
    void window.fetch(load, {});
    await vi.advanceTimersByTimeAsync(1);
    readUnanswered()[0]?.dismiss();
    expect(navigate).toHaveBeenCalledWith("/#stay", { replace: true, preventScrollReset: true });
    routerIs("idle", "loading", "");
    void window.fetch(load, {});
    await vi.advanceTimersByTimeAsync(1);
    expect(messages()).toEqual([]);
  });

  test("is forgotten once another one overtakes it", async () => {
    asked.mockImplementation(lost);
    const going = new AbortController();
    const answer = window.fetch(load, { signal: going.signal });
    await vi.advanceTimersByTimeAsync(1);
    going.abort(new Error("followed"));
    await expect(answer).rejects.toThrow("followed");
    expect(messages()).toEqual([]);
  });
});

describe("a post without an answer", () => {
  const formData = new FormData();
  formData.set("name", "Ada");
  const posting = { state: "submitting", formAction: "/dashboard/affiliates", formMethod: "POST", formData };
  const address = `${window.location.origin}/dashboard/affiliates.data`;
  const post = { method: "POST", body: new URLSearchParams({ name: "Ada" }) };
  const submit = vi.fn<() => void>();

  beforeEach(() => {
    submit.mockClear();
    asked.mockImplementation(lost);
  });

  function routerPosts(navigation: object, fetchers: [string, object][]): void {
    const state = { revalidation: "idle", navigation, fetchers: new Map(fetchers), matches: [] };
    Object.assign(window, { __remixRouter: { state, navigate, fetch: submit } });
  }

  test("ends without data, and Try Again submits the page's form", async () => {
    routerPosts(posting, []);
    const answer = await window.fetch(address, post);
    expect([answer.status, await answer.text()]).toEqual([503, '[{"_1":2},"data",null]\n']);
    expect(messages()).toEqual(["Network error. Please check your connection."]);
    readUnanswered()[0]?.retry();
    expect(navigate).toHaveBeenCalledWith("/dashboard/affiliates", expect.objectContaining({ formData }));
    expect(messages()).toEqual([]);
  });

  test("is submitted again by the fetcher that posted it, and by no other", async () => {
    const other = new FormData();
    other.set("name", "Bea");
    routerPosts({ state: "idle" }, [
      ["other", { ...posting, formData: other }],
      ["mine", posting],
    ]);
    await window.fetch(address, post);
    readUnanswered()[0]?.retry();
    expect(submit.mock.calls).toEqual([
      ["mine", "root", "/dashboard/affiliates", expect.objectContaining({ formData })],
    ]);
  });

  test("is not offered again once the form was edited", async () => {
    routerPosts(posting, []);
    await window.fetch(address, post);
    window.dispatchEvent(new Event("input"));
    expect(messages()).toEqual([]);
  });
});

test("a call of the API fails at once", async () => {
  routerIs("loading");
  asked.mockImplementation(lost);
  await expect(window.fetch("https://app.example/api/v1/version", {})).rejects.toThrow("Failed to fetch");
});
