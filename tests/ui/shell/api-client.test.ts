import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ApiError, callApi, messageFor, statusOf } from "#app/ui/shared/api-client.ts";
import { findBrowserSession, saveBrowserSession } from "#app/ui/shared/browser-session.ts";

type Answer = () => Promise<Response>;

/** The network is the outside here; what it is asked is kept. */
function network(answer: Answer) {
  const asked: { path: string; init: RequestInit }[] = [];
  vi.stubGlobal("fetch", (path: string, init: RequestInit) => {
    asked.push({ path, init });
    return answer();
  });
  return asked;
}

const answers = (status: number, body: string): Answer => {
  return () => Promise.resolve(new Response(body, { status }));
};

async function failure(path = "/api/v1/test"): Promise<unknown> {
  return await callApi(path).then(
    () => null,
    (error: unknown) => error,
  );
}

beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe("what is sent", () => {
  test("a bearer header with the stored token, and a JSON content type", async () => {
    saveBrowserSession({ token: "shp_1.abc", shop: "demo.myshopify.com" });
    const asked = network(answers(200, "{}"));
    await callApi("/api/v1/shop/info", { method: "PUT", body: { name: "Demo" } });
    const [{ path, init } = { path: "", init: {} }] = asked;
    const headers = new Headers(init.headers);
    expect(path).toBe("/api/v1/shop/info");
    expect(headers.get("Authorization")).toBe("Bearer shp_1.abc");
    expect(headers.get("Content-Type")).toBe("application/json");
    expect(init.method).toBe("PUT");
    expect(init.body).toBe('{"name":"Demo"}');
  });

  test("no bearer header without a token, nor inside the admin, whose App Bridge proves who asks", async () => {
    const asked = network(answers(200, "{}"));
    await callApi("/api/v1/test");
    saveBrowserSession({ token: "of-another-shop", shop: "other.myshopify.com" });
    vi.stubGlobal("shopify", {});
    await callApi("/api/v1/test");
    expect(asked.map(({ init }) => new Headers(init.headers).get("Authorization"))).toEqual([null, null]);
  });
});

describe("what comes back", () => {
  test("JSON is read, an empty body is null", async () => {
    network(answers(200, '{"a":1}'));
    expect(await callApi("/x")).toEqual({ a: 1 });
    network(answers(200, ""));
    expect(await callApi("/x")).toBeNull();
    network(answers(200, "  \n"));
    expect(await callApi("/x")).toBeNull();
  });

  test("an unparseable body is a parsing error", async () => {
    network(answers(200, "<html>"));
    const error = await failure();
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ failure: { kind: "parse" } });
  });
});

describe("the error catalogue (SPEC §8), word for word", () => {
  test("network failure", async () => {
    network(() => Promise.reject(new TypeError("Failed to fetch")));
    expect(messageFor(await failure())).toBe("Network error. Please check your connection.");
  });

  test("time-out", async () => {
    vi.stubGlobal("fetch", (_path: string, init: RequestInit) => {
      return new Promise((_resolve, reject) => {
        init.signal?.addEventListener("abort", () => reject(init.signal?.reason as Error));
      });
    });
    const error = await callApi("/x", { timeoutMs: 20 }).catch((thrown: unknown) => thrown);
    expect(messageFor(error)).toBe("Request timeout. Please try again.");
  });

  test("the time-out is 30 s unless said otherwise", async () => {
    const timeout = vi.spyOn(AbortSignal, "timeout");
    network(answers(200, "{}"));
    await callApi("/x");
    expect(timeout).toHaveBeenCalledWith(30_000);
    timeout.mockRestore();
  });

  test.each([
    [401, '{"message":"x"}', "Authentication failed. Please install the app again."],
    [403, "", "Access denied. Please check your permissions."],
    [404, "<html>", "Resource not found."],
    [422, '{"message":"Not from draft"}', "Not from draft"],
    [500, '{"message":""}', "An unexpected error occurred. Please try again."],
    [500, "not json", "An unexpected error occurred. Please try again."],
    [502, "[]", "An unexpected error occurred. Please try again."],
  ])("%i with %s", async (status, body, message) => {
    network(answers(status, body));
    const error = await failure();
    expect(messageFor(error)).toBe(message);
    expect(statusOf(error)).toBe(status);
  });

  test("an error of another kind says its own message, or the general one", () => {
    expect(messageFor(new Error("Out of paper"))).toBe("Out of paper");
    expect(messageFor(new Error(""))).toBe("An unexpected error occurred. Please try again.");
    expect(messageFor("text")).toBe("An unexpected error occurred. Please try again.");
  });

  test("fields of a refusal are kept for the form", async () => {
    network(answers(400, '{"message":"m","errors":[{"field":"name","message":"Enter a name"},{"no":1}]}'));
    const error = await failure();
    expect(error instanceof ApiError && error.failure.kind === "status" && error.failure.fields).toEqual([
      { field: "name", message: "Enter a name" },
    ]);
  });
});

test("a 401 removes the session, other errors keep it", async () => {
  saveBrowserSession({ token: "t", shop: "s" });
  network(answers(403, ""));
  await failure();
  expect(findBrowserSession()).toEqual({ token: "t", shop: "s" });
  network(answers(401, ""));
  await failure();
  expect(findBrowserSession()).toBeNull();
});
