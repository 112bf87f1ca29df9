import { expect, test } from "vitest";
import { readOrderDelivery } from "#app/contracts/read-delivery.ts";

test.each([
  ["orders/create", "[]", "The data is not in the expected form."],
  ["orders/delete", "{}", "The data has no valid value at id."],
  ["orders/create", "{", "The data is not JSON."],
])("a %s of %s says in words why it cannot be read", (topic, body, message) => {
  expect(() => readOrderDelivery(topic, body, { hashEmail: () => "" })).toThrow(new Error(message));
});
