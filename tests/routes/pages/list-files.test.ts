import { expect, it } from "vitest";
import { requestRoute } from "../../support/route-requests.ts";
import { makeMerchant, pageRequest } from "../../support/merchant.ts";
import { makeBindingRow, makeDataRequestRow, makeProductAssignmentRow } from "../bad-input/form-rows.ts";

it.each([
  ["lifetime-customers.csv", makeBindingRow, "Customer,Affiliate,Since,Until,Added by"],
  ["product-assignments.csv", makeProductAssignmentRow, "Product,Product ID,Affiliate,Since,Until,Added by"],
  ["data-requests.csv", makeDataRequestRow, "Request ID,Received,Due,Orders,Answer kept,Sent"],
] as const)("%s has what its list has, of this shop alone", async (file, make, head) => {
  const [merchant, other] = [await makeMerchant(), await makeMerchant()];
  const id = await make(merchant);
  await make(other);
  const whole = await requestRoute(pageRequest(merchant.token, `/dashboard/export/${file}`));
  const lines = whole.text.replace("\uFEFF", "").trim().split("\r\n");
  expect(lines[0]?.replaceAll('"', "")).toBe(head);
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(id);
  const narrowed = await requestRoute(
    pageRequest(merchant.token, `/dashboard/export/${file}?status=nonsense`),
  );
  expect(narrowed.status).toBe(200);
  const none = file === "data-requests.csv" ? "sent" : "ended";
  const ended = await requestRoute(pageRequest(merchant.token, `/dashboard/export/${file}?status=${none}`));
  expect(ended.text.trim().split("\r\n")).toHaveLength(1);
});
