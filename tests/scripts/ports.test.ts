import { expect, test } from "vitest";
import { freePort } from "../../scripts/launch/ports.ts";

test("ports that are asked for at once are different ones", async () => {
  const ports = await Promise.all([freePort(), freePort(), freePort()]);
  expect(new Set(ports).size).toBe(3);
});
