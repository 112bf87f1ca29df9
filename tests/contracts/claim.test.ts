import { expect, test } from "vitest";
import { makeClaimForm } from "#app/contracts/claim.ts";

const faultOf = (order: string) =>
  makeClaimForm.safeParse({ order }).error?.issues.find((one) => one.path[0] === "order")?.message;

test.each([
  "#1001",
  "1001",
  " EN-1001-X ",
  "№ 1001/26",
  "Commande n°1001",
  "注文1001",
  "١٠٠١",
  "6123456789012",
])("an affiliate may claim the order %s", (order) => {
  expect(faultOf(order)).toBeUndefined();
});

test.each([
  ["", "Enter the order's number"],
  ["my friend's order", "Must be an order's number, like #1001 or EN-1001-X"],
  [`#${"1".repeat(50)}`, "Must be at most 50 characters"],
  ["<b>1001</b>", "Must not contain < > ; = { } ` \\ -- or ../"],
  ["#10\u202e01", "Must not contain characters that cannot be seen"],
  ["#1001\n#1002", "Must not contain characters that cannot be seen"],
])("%j is no order's number", (order, message) => {
  expect(faultOf(order)).toBe(message);
});
