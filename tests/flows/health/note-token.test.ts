import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { noteTokenAccepted, noteTokenRefused, readTokenNote } from "#app/flows/health/note-token.ts";
import { db } from "#app/platform/db.server.ts";
import { log } from "#app/platform/log.server.ts";
import { installationFacts } from "#app/store/schema/shops.ts";
import { setEnv } from "../../support/environment.ts";

const now = new Date("2026-11-25T09:00:00Z");
const logged = vi.spyOn(log, "error").mockReturnValue();
const uptime = vi.spyOn(performance, "now");

/** Past the minute in which a second refusal is not looked at. */
async function refuseLater(minutes: number): Promise<void> {
  uptime.mockReturnValue(minutes * 61_000 + 1e9);
  await noteTokenRefused("secret", now, 1);
}

beforeEach(async () => {
  await db().delete(installationFacts).where(eq(installationFacts.name, "session-token"));
});
afterEach(() => {
  vi.restoreAllMocks();
  setEnv({ SHOPIFY_API_SECRET: "test-secret" });
});

it("a refused session token is an error until one was accepted under the same credentials", async () => {
  await refuseLater(1);
  expect(logged).toHaveBeenCalledWith(expect.any(String), {
    because: expect.stringContaining("another secret than SHOPIFY_API_SECRET") as string,
  });
  expect((await readTokenNote())?.note.result).toBe("secret");

  noteTokenAccepted(now, 1);
  await vi.waitFor(async () => expect((await readTokenNote())?.note.result).toBe("accepted"));
  logged.mockClear();
  await refuseLater(2);
  expect(logged).not.toHaveBeenCalled();
  expect((await readTokenNote())?.note.result).toBe("accepted");

  setEnv({ SHOPIFY_API_SECRET: "changed-since" });
  await refuseLater(3);
  expect(logged).toHaveBeenCalledOnce();
  expect((await readTokenNote())?.note.result).toBe("secret");
});
