import pg from "pg";
import { orderTopics, readOrderDelivery } from "#app/contracts/read-delivery.ts";
import type { AffiliateId, ClickId, ShopId } from "#app/domain/ids.ts";
import { makeReadAhead, passesAtOnce, processDeliveries } from "#app/flows/intake/process-deliveries.ts";
import { customerHash, encryptDocument, signClick } from "#app/platform/crypto.server.ts";
import { inTransaction } from "#app/platform/db.server.ts";
import { env } from "#app/platform/env.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { insertClicks } from "#app/store/clicks.ts";
import { keepDeliveries } from "#app/store/inbox.ts";
import { insertBare } from "../bare-rows.ts";
import { orderBody } from "../order-body.ts";

/** Orders `from`, `from + 1`, … of a shop whose affiliates are numbered from 1. */
type Orders = {
  readonly shopId: string;
  readonly from: number;
  readonly count: number;
  readonly affiliates: number;
  /** Lines of each, at most three. */
  readonly lines: number;
};

export type OrderWork =
  /** Puts orders into the inbox. */
  | ({ readonly kind: "fill" } & Orders)
  /** Works the inbox off; answers the seconds that it took. */
  | { readonly kind: "work-off"; readonly atOnce: number }
  /** Writes for `copy` the rows that such orders left behind, and nothing else; answers the seconds. */
  | { readonly kind: "bare"; readonly of: Orders; readonly copy: Copy; readonly atOnce: number };

/** A shop with the same affiliates, of whom no order is known. */
type Copy = { readonly shopId: string; readonly programId: string };

const statusPages = "https://bench.myshopify.com/548380009/orders";

const affiliate = (number: number) => `aff_${String(number).padStart(26, "0")}` as AffiliateId;

/** Half of them by a click, a quarter by a discount code beside a click, a quarter by the landing page. */
async function fill({ shopId, from, count, affiliates, lines }: Orders): Promise<void> {
  const now = new Date();
  const clickedAt = new Date(now.getTime() - 3_600_000);
  const at = now.toISOString().replace(/\.\d+Z/, "Z");
  const orders = Array.from({ length: count }, (_, index) => {
    const number = from + index;
    const owner = (number % affiliates) + 1;
    const clickId = newId<ClickId>("clk", clickedAt);
    const isLanding = number % 4 === 3;
    const body = orderBody(number, {
      at,
      click: isLanding ? "" : signClick(shopId, clickId),
      landingSite: isLanding ? `/products/mug?ref=BENCH${owner}` : "/products/mug",
      code: number % 4 === 2 ? `SAVE${owner}` : null,
      email: `buyer${number % 50_000}@example.com`,
      lines,
    });
    const named = { ...body, order_status_url: `${statusPages}/${number}` };
    const sealedBody = encryptDocument(Buffer.from(JSON.stringify(named)), shopId);
    return { clickId, owner, sealedBody, isLanding, webhookId: `bench-${number}` };
  });
  for (let start = 0; start < count; start += 500) {
    const some = orders.slice(start, start + 500);
    // One after the other, as they came.
    /* oxlint-disable no-await-in-loop */
    await inTransaction((tx) =>
      insertClicks(
        tx,
        some.map(({ clickId, owner }) => ({
          shopId: shopId as ShopId,
          clickId,
          occurredAt: clickedAt,
          affiliateId: affiliate(owner),
          target: "/products/mug",
          referrerHost: "blog.example.com",
          subId: "",
          bot: false,
        })),
      ),
    );
    await keepDeliveries(
      some.map(({ sealedBody, webhookId }) => ({
        shopId: shopId as ShopId,
        topic: "orders/create",
        webhookId,
        eventId: null,
        apiVersion: "2026-10",
        triggeredAt: now,
        receivedAt: now,
        sealedBody,
        bodyHash: webhookId,
      })),
    );
    /* oxlint-enable no-await-in-loop */
  }
}

/** As a process of the app does: so many passes side by side, until nothing is left. */
async function workOff(atOnce: number): Promise<number> {
  const begun = performance.now();
  await Promise.all(Array.from({ length: passesAtOnce }, () => passUntilEmpty(atOnce)));
  return (performance.now() - begun) / 1000;
}

async function passUntilEmpty(atOnce: number): Promise<void> {
  const ahead = makeReadAhead();
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop
    const { taken, refetch, unproven } = await processDeliveries({
      topics: orderTopics,
      limit: atOnce,
      ahead,
      now: new Date(),
      read: ({ shopId, topic, body }) =>
        readOrderDelivery(topic, body, { hashEmail: (email) => customerHash(shopId, email) }),
    });
    if (refetch.length + unproven.length > 0) throw new Error("An order of the bench asks for the platform.");
    if (taken === 0) return;
  }
}

let bareClient: pg.Client | undefined;

async function bare({ of, copy, atOnce }: OrderWork & { kind: "bare" }): Promise<number> {
  if (!bareClient) {
    bareClient = new pg.Client({ connectionString: env().DATABASE_URL });
    await bareClient.connect();
  }
  const orderIds = Array.from({ length: of.count }, (_, index) => String(5_000_000_000 + of.from + index));
  return await insertBare(bareClient, { shopId: of.shopId, orderIds, copy, atOnce });
}

async function answer(work: OrderWork): Promise<unknown> {
  if (work.kind === "fill") return await fill(work);
  return work.kind === "work-off" ? await workOff(work.atOnce) : await bare(work);
}

process.on("message", (message) => {
  void answer(message as OrderWork).then((said) => process.send?.(said ?? null));
});
process.once("disconnect", () => process.exit(0));
