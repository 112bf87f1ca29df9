import { expect, test, vi } from "vitest";

test("the web process learns where links lead when it starts, before anybody follows one", async () => {
  // The process starts anew here, whatever other files have imported.
  vi.resetModules();
  const links = await import("#app/flows/tracking/known-links.ts");
  const learning = vi.spyOn(links, "learnLinks").mockResolvedValue();
  await import("#app/entry.server.tsx");
  expect(learning).toHaveBeenCalledOnce();
});
