import { expect, test } from "vitest";
import { visitorAddress, visitPurpose } from "#app/http/visitor.ts";

const told = (forwarded: string | null) =>
  new Headers(forwarded === null ? {} : { "X-Forwarded-For": forwarded });

test.each([
  // The one proxy in front writes the last address. Anybody can have written the others.
  ["203.0.113.9", "203.0.113.9"],
  ["1.2.3.4, 203.0.113.9", "203.0.113.9"],
  ["6.6.6.6,1.2.3.4 , 203.0.113.9 ", "203.0.113.9"],
  ["x".repeat(500), "x".repeat(64)],
  ["", "198.51.100.1"],
  [null, "198.51.100.1"],
])("the address behind one proxy: %j is %s", (forwarded, address) => {
  expect(visitorAddress(told(forwarded), "198.51.100.1")).toBe(address);
});

test("who looks ahead is no visitor", () => {
  expect(visitPurpose("HEAD", new Headers())).toBe("look-only");
  expect(visitPurpose("GET", new Headers({ "Sec-Purpose": "prefetch;prerender" }))).toBe("preview");
  expect(visitPurpose("GET", new Headers({ "X-Moz": "prefetch" }))).toBe("preview");
  expect(visitPurpose("GET", new Headers({ Purpose: "shopping" }))).toBe("visit");
});
