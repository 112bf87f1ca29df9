import { expect, test } from "vitest";
import { makeClaimForm } from "#app/contracts/claim.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { parse } from "#app/http/parse.ts";
import { messageOf } from "#app/i18n/fault-words.ts";

function faultOf(order: string): string | undefined {
  const read = parse(makeClaimForm, { order });
  const fault = isRefusal(read) ? read.errors.find((one) => one.field === "order") : undefined;
  return fault && messageOf(fault.reason);
}

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
  ["", "Enter the order number."],
  ["my friend's order", "Enter an order number, like #1001."],
  [`#${"1".repeat(50)}`, "Use at most 50 characters."],
  ["<b>1001</b>", "Remove special characters."],
  ["#10\u202e01", "Remove special characters."],
  ["#1001\n#1002", "Remove special characters."],
])("%j is no order's number", (order, message) => {
  expect(faultOf(order)).toBe(message);
});
