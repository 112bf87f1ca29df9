import { expect, test, vi } from "vitest";
import type { startJobs as start } from "#app/jobs/registry.ts";

vi.mock(import("#app/jobs/registry.ts"), () => ({ startJobs: vi.fn<typeof start>() }));
vi.mock(import("#app/platform/env.server.ts"), async (original) => {
  const { env, ...rest } = await original();
  return { ...rest, env: () => ({ ...env(), JOBS: "in-process" as const }) };
});

test("a web process whose jobs cannot start because the database is away starts them later", async () => {
  // Another test of this worker may have loaded the entry already.
  vi.resetModules();
  const { startJobs } = await import("#app/jobs/registry.ts");
  vi.mocked(startJobs)
    .mockRejectedValueOnce(new Error("Connection terminated unexpectedly"))
    .mockRejectedValueOnce(new Error("connect ECONNREFUSED"))
    .mockResolvedValue(async () => {});
  await import("#app/entry.server.tsx");
  await expect.poll(() => vi.mocked(startJobs).mock.calls.length).toBe(3);
  await expect(vi.mocked(startJobs).mock.results[2]?.value).resolves.toBeTypeOf("function");
});
