import { expect, test } from "vitest";
import { readOrderDelivery } from "#app/contracts/read-delivery.ts";

test.each([
  ["orders/create", "[]", '{"code":"delivery_unreadable","what":"form"}'],
  ["orders/delete", "{}", '{"code":"delivery_value","field":"id"}'],
  ["orders/create", "{", '{"code":"delivery_unreadable","what":"json"}'],
])("a %s of %s says in words why it cannot be read", (topic, body, message) => {
  expect(() => readOrderDelivery(topic, body, { hashEmail: () => "" })).toThrow(new Error(message));
});
