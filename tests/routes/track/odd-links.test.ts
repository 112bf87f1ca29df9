import { expect, it } from "vitest";
import { readableAddress } from "../../../scripts/launch/readable-address.ts";

it.each([
  ["/r/SAVE10%?s=shop", "/r/SAVE10%25?s=shop"],
  ["/r/%E0%A4%A?s=shop", "/r/%25E0%25A4%25A?s=shop"],
  ["/r/%", "/r/%25"],
  ["/r/maya.data?s=shop", "/r/maya%2Edata?s=shop"],
  ["/r/%.data", "/r/%25%2Edata"],
  ["/r/maya?s=shop&_data=routes%2Fx&sub=7&%5Fdata=", "/r/maya?s=shop&sub=7"],
])("a link written %s reaches its route", (path, as) => {
  expect(readableAddress(path)).toBe(as);
});

it.each([
  "/r/maya?s=shop&to=%2Fproducts%2Fmug&sub=a%20b",
  "/r/%C3%A9?s=shop",
  "/r/maya",
  "/r/maya?",
  "/r/",
  "/r/a/b.data",
  "/dashboard.data?_routes=root",
  "/proxy/a%20b?_data=x",
])("%s is left as it is", (path) => {
  expect(readableAddress(path)).toBe(path);
});

it.each([
  ["/dashboard/orders/%E0%A4?page=%E0", "/dashboard/orders/%25E0%25A4?page=%E0"],
  ["/proxy/%?_data=x", "/proxy/%25?_data=x"],
])(
  "an address that cannot be decoded, written %s, is of no page and reaches the one that says so",
  (path, as) => {
    expect(readableAddress(path)).toBe(as);
  },
);
