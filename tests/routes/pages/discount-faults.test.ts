import { expect, it } from "vitest";
import { requestRoute } from "../../support/route-requests.ts";
import { formRequest, makeMerchant } from "../../support/merchant.ts";

const path = "/dashboard/affiliates/discounts/new";

/** The fields that the form for making codes is refused at. */
async function refusedAt(fields: Readonly<Record<string, string>>): Promise<string[]> {
  const { token } = await makeMerchant();
  const answer = await requestRoute(formRequest(token, path, Object.entries(fields)));
  expect(answer.status).toBe(400);
  return answer.fields.toSorted();
}

it("tells of all fields of the form that makes codes at once, whoever finds what is wrong with them", async () => {
  const empty = { kind: "percentage", percent: "", template: "", title: "", who: "affiliates" };
  expect(await refusedAt(empty)).toEqual(["affiliateIds", "percent", "template"]);
  expect(await refusedAt({ ...empty, percent: "10", template: "{AMOUNT}" })).toEqual([
    "affiliateIds",
    "template",
  ]);
  const unread = { usageLimit: "many", firstDay: "tomorrow", lastDay: "2020-01-01", title: "<b>" };
  const scoped = { scope: "products", minimum: "quantity", minimumQuantity: "two" };
  expect(await refusedAt({ ...empty, ...unread, ...scoped, who: "program", programId: "none" })).toEqual([
    "firstDay",
    "itemIds",
    "lastDay",
    "minimumQuantity",
    "percent",
    "programId",
    "template",
    "title",
    "usageLimit",
  ]);
});
