import { describe, expect, it } from "vitest";
import { apiCalls } from "#app/api/calls.ts";
import { answerApiRequest } from "#app/api/dispatch.ts";
import type { ApiCall } from "#app/api/define-call.ts";
import { callFinder } from "#app/api/find-calls.ts";
import { makeMerchant } from "../../support/merchant.ts";

const request = (path: string, method = "GET", token = "nobody") =>
  new Request(`http://localhost:3000/api/v1${path}`, {
    method,
    headers: { Authorization: `Bearer ${token}` },
  });

const callAt = (path: string) => ({ method: "GET", path }) as ApiCall;

describe("a request below /api/v1", () => {
  it.each([...new Set(apiCalls.map((call) => call.path))])(
    "to %s answers 405 with the methods that it has",
    async (path) => {
      const answer = await answerApiRequest(request(path.replaceAll(/\{\w+\}/g, "x"), "PATCH"));
      const methods = apiCalls.filter((call) => call.path === path).map((call) => call.method);
      const allowed = ["GET", "POST", "PUT", "DELETE"].filter((method) =>
        methods.some((one) => one === method),
      );
      expect([answer.status, answer.headers.get("Allow")]).toEqual([405, allowed.join(", ")]);
    },
  );

  it.each(["", "/", "/nothing", "/affiliates/x/nothing", "/affiliates//status"])(
    "to an unknown path (%s) is a 404 in JSON",
    async (path) => {
      const answer = await answerApiRequest(request(path));
      expect([answer.status, await answer.json()]).toMatchObject([404, { message: "Resource not found." }]);
    },
  );

  it.each(["HEAD", "OPTIONS"])("by %s is answered as a GET", async (method) => {
    const { token } = await makeMerchant();
    expect((await answerApiRequest(request("/version", method, token))).status).toBe(200);
    expect((await answerApiRequest(request("/version", method))).status).toBe(401);
  });
});

describe("the path of a call", () => {
  const find = callFinder(["/links", "/links/new", "/links/{id}", "/links/{id}/codes/{code}"].map(callAt));
  const found = (path: string) => {
    const calls = find(path);
    return calls && [calls.calls.get("GET")?.path, calls.parameters];
  };

  it.each([
    ["/links", "/links", {}],
    ["/LINKS/", "/links", {}],
    ["/links/new", "/links/new", {}],
    ["/links/a%2Fb", "/links/{id}", { id: "a/b" }],
    ["/links/100%", "/links/{id}", { id: "100%" }],
    ["/links/new/codes/A", "/links/{id}/codes/{code}", { id: "new", code: "A" }],
  ])("%s leads to %s", (path, to, parameters) => {
    expect(found(path)).toEqual([to, parameters]);
  });

  it.each(["/", "/link", "/links//codes/x", "/links/x/codes"])("%s leads nowhere", (path) => {
    expect(found(path)).toBeNull();
  });

  it("belongs to one call per method", () => {
    expect(() => callFinder([callAt("/links"), callAt("/links")])).toThrow("GET /links is defined twice");
  });
});
