import { readFileSync } from "node:fs";
import { parse } from "smol-toml";
import { expect, test } from "vitest";
import { z } from "zod";
import {
  discountWebhook,
  readOrderDelivery,
  redeemCodeWebhook,
  shopNamingBody,
} from "#app/contracts/read-delivery.ts";
import {
  orderEditedWebhook,
  orderNumberedWebhook,
  orderWebhook,
  refundWebhook,
} from "#app/contracts/order-webhook.ts";
import { pickFields } from "../../local-shopify/webhooks.ts";
import { orderBody } from "../support/order-bodies.ts";

const appToml = z
  .object({
    webhooks: z.object({
      subscriptions: z.array(
        z.object({ topics: z.array(z.string()).default([]), include_fields: z.array(z.string()).optional() }),
      ),
    }),
  })
  .parse(parse(readFileSync("shopify.app.toml", "utf8")));

const fieldsOf = new Map(
  appToml.webhooks.subscriptions.flatMap((one) =>
    one.topics.map((topic) => [topic, one.include_fields] as const),
  ),
);

/** Fields that no contract reads: to order, recognize and retry a delivery, and for what people look up in its body. */
const alsoKept: Record<string, string[]> = {
  order: ["admin_graphql_api_id", "cart_token", "order_status_url"],
  refund: ["admin_graphql_api_id", "created_at"],
  edit: ["order_edit.id", "order_edit.committed_at"],
  none: [],
  shop: ["id", "updated_at"],
  scopes: ["id", "updated_at"],
  discount: ["created_at", "updated_at", "deleted_at"],
  code: ["redeem_code.id", "updated_at"],
};

const order = [orderWebhook, "order"] as const;
const discount = [discountWebhook, "discount"] as const;
const code = [redeemCodeWebhook, "code"] as const;
/** Compliance topics name their shop in another field. */
const shop = [shopNamingBody.omit({ shop_domain: true }), "shop"] as const;
/** The delivery only says that something changed. */
const nothing = z.object({});
const contracts: Record<string, readonly [z.ZodType, string]> = {
  "orders/create": order,
  "orders/paid": order,
  "orders/updated": order,
  "orders/cancelled": order,
  "orders/edited": [orderEditedWebhook, "edit"],
  "orders/delete": [orderNumberedWebhook, "none"],
  "refunds/create": [refundWebhook, "refund"],
  "app/uninstalled": shop,
  "shop/update": shop,
  "app/scopes_update": [nothing, "scopes"],
  "discounts/create": discount,
  "discounts/update": discount,
  "discounts/delete": discount,
  "discounts/redeemcode_added": code,
  "discounts/redeemcode_removed": code,
};

type JsonSchema = {
  anyOf?: JsonSchema[];
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
};

/** Paths of all leaves that a contract reads, as `include_fields` writes them. */
function pathsOf(contract: z.ZodType): string[] {
  const leaves = (schema: JsonSchema, path: string): string[] => {
    const inner = schema.anyOf ?? (schema.items ? [schema.items] : []);
    const within = [
      ...inner.flatMap((one) => leaves(one, path)),
      ...Object.entries(schema.properties ?? {}).flatMap(([name, one]) => leaves(one, `${path}.${name}`)),
    ];
    return within.some((one) => one !== path) ? within.filter((one) => one !== path) : [path];
  };
  // Zod writes a schema of any kind; the walk reads only the three keys of its own type.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const schema = z.toJSONSchema(contract, { io: "input", unrepresentable: "any" }) as JsonSchema;
  return leaves(schema, "")
    .map((path) => path.slice(1))
    .filter((path) => path !== "");
}

const covers = (field: string, path: string): boolean => field === path || path.startsWith(`${field}.`);

test.each([...fieldsOf.keys()])("%s carries every field that its contract reads, and no other", (topic) => {
  const [contract, kind] = contracts[topic] ?? [];
  if (!contract || !kind) throw new Error(`No contract is known for ${topic}.`);
  const fields = fieldsOf.get(topic) ?? [];
  const needed = [...pathsOf(contract), ...(alsoKept[kind] ?? [])];
  expect(needed.filter((path) => !fields.some((field) => covers(field, path)))).toEqual([]);
  expect(fields.filter((field) => !needed.some((path) => covers(field, path)))).toEqual([]);
  expect(fields).toEqual([...new Set(fields)]);
});

test("the contract of an order is read to its leaves", () => {
  const paths = pathsOf(orderWebhook);
  expect(paths).toContain("shipping_address.zip");
  expect(paths).toContain("line_items.tax_lines.price_set.shop_money.amount");
  expect(paths).toContain("refunds.transactions.status");
  expect(paths).toContain("line_items.selling_plan_id");
});

const address = {
  first_name: "Ada-first",
  last_name: "Lovelace",
  name: "Ada-first Lovelace",
  company: "Engines-company",
  address1: "12 St James's Square",
  address2: "Floor-two",
  city: "London-city",
  province: "Greater-province",
  phone: "+44-phone",
  zip: "SW1Y 4JH",
  country_code: "GB",
  latitude: 51.5074,
};
const unused =
  /phone|-first|-company|Floor-two|-city|-province|51\.5074|203\.0\.113\.9|-agent|-holder|-engraving/;

const hashEmail = (email: string) => `hash of ${email}`;

/** An order with personal data wherever the platform puts it. */
function personalOrder() {
  const body = orderBody({ ref: "ADA" });
  const lines = body.line_items.map((line) => ({
    ...line,
    properties: [{ name: "Engraving", value: "For-engraving" }],
  }));
  return {
    ...body,
    line_items: lines,
    email: "ada@example.com",
    phone: "+44-phone",
    browser_ip: "203.0.113.9",
    client_details: { browser_ip: "203.0.113.9", user_agent: "Ada-agent" },
    customer: { id: 7, email: "ada@example.com", phone: "+44-phone", default_address: address },
    shipping_address: address,
    billing_address: address,
    fulfillments: [{ created_at: body.created_at, status: "success", destination: address }],
    refunds: [
      {
        id: 8,
        created_at: body.created_at,
        note: "Call Ada-first",
        refund_line_items: [
          {
            line_item_id: lines[0]?.id,
            quantity: 1,
            subtotal: "1.00",
            total_tax: "0.00",
            line_item: lines[0],
          },
        ],
        transactions: [
          {
            kind: "refund",
            status: "pending",
            payment_details: { credit_card_name: "Ada-holder" },
            receipt: address,
          },
        ],
      },
    ],
  };
}

test("an order comes without the personal data that nothing uses, and is read alike", () => {
  const body = personalOrder();
  const cut = pickFields(body, fieldsOf.get("orders/updated") ?? null);
  const text = JSON.stringify(cut);
  expect(JSON.stringify(body)).toMatch(unused);
  expect(text).not.toMatch(unused);
  expect(cut).toMatchObject({
    shipping_address: {
      last_name: "Lovelace",
      address1: "12 St James's Square",
      zip: "SW1Y 4JH",
      country_code: "GB",
    },
  });
  const whole = readOrderDelivery("orders/updated", JSON.stringify(body), { hashEmail });
  expect(readOrderDelivery("orders/updated", text, { hashEmail })).toEqual(whole);
  expect(whole).toMatchObject({ kind: "order", facts: { refunds: [{ status: "pending" }] } });
});
