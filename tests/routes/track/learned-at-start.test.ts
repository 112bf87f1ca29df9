import { expect, test, vi } from "vitest";
import { learnLinks } from "#app/flows/tracking/known-links.ts";

vi.mock(import("#app/flows/tracking/known-links.ts"), async (original) => ({
  ...(await original()),
  learnLinks: vi.fn<typeof learnLinks>(() => Promise.resolve()),
}));

test("the web process learns where links lead when it starts, before anybody follows one", async () => {
  await import("#app/entry.server.tsx");
  expect(learnLinks).toHaveBeenCalledOnce();
});
