import { expect, it } from "vitest";
import { storageStandInScript } from "#app/ui/shared/browser-session.ts";

/** Runs the script on a window whose storages can or cannot be named. */
function runOn(denied: boolean): Window {
  const place = {};
  const real = { getItem: () => "kept" };
  for (const name of ["sessionStorage", "localStorage"]) {
    const get = () => {
      if (denied) throw new DOMException("Access is denied for this document.", "SecurityError");
      return real;
    };
    Object.defineProperty(place, name, { get, configurable: true });
  }
  // The script is text because it runs before any module; this is how the document runs it.
  // oxlint-disable-next-line no-new-func, no-implied-eval
  new Function("window", storageStandInScript)(place);
  return place as Window;
}

it("stands in for storage that the browser denies, and only then", () => {
  const { sessionStorage: standIn } = runOn(true);
  expect(standIn.getItem("a")).toBeNull();
  standIn.setItem("a", "1");
  expect([standIn.getItem("a"), standIn.length, standIn.key(0)]).toEqual(["1", 1, "a"]);
  standIn.removeItem("a");
  expect(standIn.length).toBe(0);
  expect(runOn(false).localStorage.getItem("a")).toBe("kept");
});
