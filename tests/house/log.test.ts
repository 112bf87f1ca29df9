import { expect, it } from "vitest";
import { DrizzleQueryError } from "drizzle-orm";
import { describeError } from "#app/platform/log.server.ts";

it("says where a query failed without the parameters that stand in its stack", () => {
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
