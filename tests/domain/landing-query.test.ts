import { expect, test } from "vitest";
import { landingQuery } from "#app/domain/referral-code.ts";

test.each([
  ["/?ref=A&sub=b", "ref=A&sub=b"],
  [
    "/discount/X?redirect=%2Fproducts%2Fa%3Fref%3DFEEDER",
    "redirect=%2Fproducts%2Fa%3Fref%3DFEEDER&ref=FEEDER",
  ],
  ["/?to=https%3A%2F%2Fshop.example%2F%3Fgclid%3D1", "to=https%3A%2F%2Fshop.example%2F%3Fgclid%3D1&gclid=1"],
  ["/?q=ref%3DA", "q=ref%3DA"],
  ["/no-query", ""],
  ["//[", ""],
  [null, ""],
])("finds the parameters of %s", (landingSite, found) => {
  expect(`${landingQuery(landingSite)}`).toBe(found);
});

test("lists an address's own parameters before those of addresses within it", () => {
  const landing = `/discount/X?redirect=${encodeURIComponent("/a?ref=INNER")}&ref=OUTER`;
  expect(landingQuery(landing).getAll("ref")).toEqual(["OUTER", "INNER"]);
});

test("looks three addresses deep and no deeper", () => {
  const within = (times: number): string =>
    times === 0 ? "/?ref=A" : `/?to=${encodeURIComponent(within(times - 1))}`;
  expect(landingQuery(within(3)).get("ref")).toBe("A");
  expect(landingQuery(within(4)).get("ref")).toBeNull();
});
