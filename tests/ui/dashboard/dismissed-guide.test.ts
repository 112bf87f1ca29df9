import { beforeEach, expect, it } from "vitest";
import {
  dismissedGuidesScript,
  hiddenWhereDismissed,
  restoreGuide,
} from "#app/ui/admin/dashboard/dismissed-guide.ts";

function isHiddenFor(shop: string): boolean {
  const guide = document.createElement("div");
  guide.id = "guide";
  guide.innerHTML = `<style>${hiddenWhereDismissed("guide", shop)}</style>`;
  document.body.replaceChildren(guide);
  return getComputedStyle(guide).display === "none";
}

beforeEach(() => localStorage.clear());

it("a guide that was dismissed is hidden before a script draws anything, and no other shop's", () => {
  localStorage.setItem("theme", "dark");
  localStorage.setItem("setup_guide_dismissed:first.myshopify.com", "yes");
  localStorage.setItem("setup_guide_dismissed:third.myshopify.com", "no");
  expect(isHiddenFor("first.myshopify.com")).toBe(false);
  // The script is text because it runs before any module; this is how the document runs it.
  // oxlint-disable-next-line no-new-func, no-implied-eval
  new Function(dismissedGuidesScript)();
  expect(isHiddenFor("first.myshopify.com")).toBe(true);
  expect(isHiddenFor("second.myshopify.com")).toBe(false);
  expect(isHiddenFor("third.myshopify.com")).toBe(false);
  expect(isHiddenFor('"],*{}</style>first.myshopify.com')).toBe(false);
});

it("a guide that is shown again is not hidden", () => {
  localStorage.setItem("setup_guide_dismissed:first.myshopify.com", "yes");
  // oxlint-disable-next-line no-new-func, no-implied-eval
  new Function(dismissedGuidesScript)();
  restoreGuide("first.myshopify.com");
  expect(isHiddenFor("first.myshopify.com")).toBe(false);
  expect(localStorage.getItem("setup_guide_dismissed:first.myshopify.com")).toBeNull();
});
