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

/** Types as soon as the page is read. Runs in the browser. */
function typeEarly(): void {
  document.addEventListener("DOMContentLoaded", () => {
    const field = document.querySelector("input");
    if (!field) return;
    field.value = "early-store";
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
}

test("a field that was filled in before the scripts ran keeps its text for the next change", async () => {
  const { page, context } = await people.meet();
  await context.addInitScript(typeEarly);
  await page.goto("/install");
  const field = page.getByRole("textbox").first();
  await field.press("End");
  await field.pressSequentially("2");
  expect(await field.inputValue()).toBe("early-store2");
});

test("no script of a page is loaded before its first paint", async () => {
  const { page } = await people.meet();
  const html = await (await page.request.get("/install")).text();
  expect(html).toContain("<link data-late");
  expect(html).not.toMatch(/rel="modulepreload"|type="module"|<script[^>]* src=/);
});
