import { expect, it, vi } from "vitest";
import { DrizzleQueryError } from "drizzle-orm";
import { currentRequest, describeError, log } from "#app/platform/log.server.ts";
import { env } from "#app/platform/env.server.ts";

it("says where a query failed without the parameters in its stack", () => {
  const failed = new DrizzleQueryError(
    "insert into x values ($1)",
    ["ada@shop.example"],
    new Error("broken"),
  );
  expect(failed.stack).toContain("ada@shop.example");
  const said = describeError(failed);
  expect(JSON.stringify(said)).not.toContain("ada@shop.example");
  expect(said).toMatchObject({ error: "broken" });
  expect(said["where"]).toMatch(/^at /);
});

it.each([
  [new Response("secret", { status: 409 }), "Thrown without an error: Response 409"],
  [{ status: 405, data: "secret" }, "Thrown without an error: Object 405"],
  [Object.create(null), "Thrown without an error: object"],
  ["out of words", "out of words"],
  [undefined, "undefined"],
])("names a thrown value that is no error, without what is in it", (thrown, name) => {
  expect(describeError(thrown)).toEqual({ error: name });
});

it("writes the id and the route of the request into each line", () => {
  const written: string[] = [];
  const spy = vi.spyOn(process.stderr, "write").mockImplementation((text) => written.push(String(text)) > 0);
  vi.stubEnv("DATABASE_URL", "postgresql://127.0.0.1:1/none");
  const settings = env() as { LOG_LEVEL: string };
  settings.LOG_LEVEL = "error";
  currentRequest.run({ id: "one-request", route: "/r/:code" }, () =>
    log.error("It failed", { token: "abc" }),
  );
  settings.LOG_LEVEL = "silent";
  spy.mockRestore();
  expect(written.map((line): unknown => JSON.parse(line))).toEqual([
    {
      level: "error",
      at: expect.any(String),
      request: "one-request",
      route: "/r/:code",
      message: "It failed",
      token: "[kept out]",
    },
  ]);
});
