import { expect } from "vitest";
import { readOrderDelivery } from "#app/contracts/read-delivery.ts";
import { mergeFacts } from "#app/domain/order-merge.ts";
import type { OrderFacts } from "#app/domain/order.ts";
import type { AnswerOf, VariablesOf } from "#app/gateways/shopify/admin-client.server.ts";
import { readOrderAnswer } from "#app/gateways/shopify/read-order-answer.ts";
import { type Ask, askWholeOrder } from "#app/gateways/shopify/whole-order.ts";
import { pickFields } from "../../local-shopify/webhooks.ts";
import { getOrder } from "../../local-shopify/commerce/change-order.ts";
import { issueAccessToken } from "../../local-shopify/oauth/tokens.ts";
import type { LocalShopify } from "../../local-shopify/server.ts";
import type { ShopState } from "../../local-shopify/state.ts";
import { addPlatformShop } from "./local-platform.ts";

const hashEmail = (email: string) => `hash of ${email.toLowerCase()}`;
const scopes = ["read_orders", "read_products", "read_customers", "read_discounts"];

export type TwoReaders = ReturnType<typeof twoReaders>;

/** A new shop on the platform, whose orders are read both ways: as webhooks tell them and as the Admin API answers. */
export function twoReaders(platform: LocalShopify) {
  const shop: ShopState = addPlatformShop(platform);
  const installedAt = new Date().toISOString();
  platform.ctx.mutate(() => {
    shop.installation = { id: 1, scopes, installedAt, webPixel: null };
  });
  const grant = { shop: shop.domain, scopes, staffId: null };
  const { token } = issueAccessToken(platform.ctx, grant, null);
  /** Names of the questions that the last reading took. */
  let questions: string[] = [];

  const askPlatform: Ask = async <Document extends string>(
    query: Document,
    variables: VariablesOf<Document>,
  ) => {
    questions.push(/query (\w+)/.exec(query)?.[1] ?? "");
    const response = await fetch(`${platform.url}/shops/${shop.domain}/admin/api/2026-10/graphql.json`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Shopify-Access-Token": token },
      body: JSON.stringify({ query, variables }),
    });
    const answer = (await response.json()) as { data?: AnswerOf<Document>; errors?: unknown };
    expect(answer.errors).toBeUndefined();
    if (!answer.data) throw new Error("no data");
    return answer.data;
  };

  async function whole(orderId: number, by: Ask = askPlatform) {
    questions = [];
    const found = await askWholeOrder(by, `gid://shopify/Order/${orderId}`);
    if (found === null) throw new Error("no order");
    return found;
  }

  const ask = async (orderId: number, by: Ask = askPlatform): Promise<OrderFacts> =>
    readOrderAnswer(await whole(orderId, by), hashEmail);

  function told(orderId: number) {
    const order = getOrder(platform.ctx, shop.domain, orderId);
    const subscription = platform.ctx.app.subscriptions.find((one) => one.topics.includes("orders/updated"));
    const body = JSON.stringify(pickFields(order, subscription?.includeFields ?? null));
    const news = readOrderDelivery("orders/updated", body, { hashEmail });
    if (news.kind !== "order") throw new Error("not an order");
    return news;
  }

  /**
   * Only the platform's answer has the order's index at the customer, later lines, and disputes. All else is equal,
   * and both readings, merged in either order, give the platform's answer.
   */
  async function expectSame(orderId: number): Promise<OrderFacts> {
    const [asked, heard] = [await ask(orderId), told(orderId).facts];
    expect(asked.checkoutToken).not.toBeNull();
    const differing = { customerOrderIndex: null, linesAddedLater: [], dispute: "none" };
    expect({ ...asked, ...differing }).toEqual(heard);
    const both = { facts: asked, mustRefetch: false };
    expect(mergeFacts(heard, asked)).toEqual(both);
    expect(mergeFacts(asked, heard)).toEqual(both);
    return asked;
  }

  return { shop, askPlatform, whole, ask, told, expectSame, questions: (): string[] => questions };
}
