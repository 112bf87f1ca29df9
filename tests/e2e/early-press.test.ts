import { expect, test } from "vitest";
import { usePeople } from "./support/people.ts";

const people = usePeople();

/** Presses the page again and again until its scripts have run for a while. Runs in the browser. */
function pressAllTheTime(): void {
  const { port1, port2 } = new MessageChannel();
  port1.addEventListener("message", () => {
    document.body?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    if (performance.now() < 2000) port2.postMessage(null);
  });
  port1.start();
  port2.postMessage(null);
}

test("a page that is pressed before its scripts run works", async () => {
  const visitor = await people.meet();
  await visitor.context.addInitScript(pressAllTheTime);
  await visitor.page.goto("/install");
  await visitor.page.waitForFunction(() => performance.now() > 2000);
  expect(visitor.problems).toEqual([]);
});
