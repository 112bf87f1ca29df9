import { createServer } from "node:http";
import { once } from "node:events";
import { sql } from "drizzle-orm";
import type { ShopId } from "#app/domain/ids.ts";
import type { PaypalAccount } from "#app/domain/payouts/paypal-account.ts";
import { receivePaypalNotice } from "#app/flows/payouts/receive-notice.ts";
import type { PayoutClock } from "#app/flows/payouts/claim-request.ts";
import { db } from "#app/platform/db.server.ts";
import { type LocalAccount, startLocalPaypal, type LocalPaypal } from "../../../local-paypal/server.ts";
import type { Chance } from "../../histories/random.ts";
import { setEnv } from "../../support/environment.ts";
import { noticesOf, testAccount, testClient } from "../../support/paypal-account.ts";

/** PayPal's stand-in, the app's webhook endpoint for its notices, and the one clock of both. */
export type PaypalWorld = {
  readonly paypal: LocalPaypal;
  /** The stand-in's first account, which pays for the shops of the tests. */
  readonly account: PaypalAccount;
  readonly clockOf: (chance: Chance) => PayoutClock;
  /** Address of the webhook endpoint. */
  readonly webhookUrl: string;
  /** Counts of the webhook endpoint; a test may have it fail. */
  readonly webhook: { failsNext: number; taken: number; refused: number };
  readonly close: () => Promise<void>;
};

/** Starts them, and points the app at them. Ends the payouts that earlier test files left open. */
export async function startPaypalWorld(accounts: LocalAccount[] = []): Promise<PaypalWorld> {
  await endOtherPayouts();
  const webhook = { failsNext: 0, taken: 0, refused: 0 };
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      void answer(request.url ?? "", Buffer.concat(parts), request.headers).then((status) =>
        response.writeHead(status).end(),
      );
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const listening = server.address();
  const port = typeof listening === "object" && listening !== null ? listening.port : 0;
  const paypal = await startLocalPaypal({
    clientId: testClient.clientId,
    clientSecret: testClient.clientSecret,
    webhook: { id: testClient.webhookId, url: `http://127.0.0.1:${port}/webhooks/paypal` },
    funds: { USD: 10_000_000_000n },
    accounts,
  });
  setEnv({ PAYPAL_LOCAL_URL: paypal.url });

  async function answer(path: string, rawBody: Buffer, given: Record<string, string | string[] | undefined>) {
    const headers = new Headers();
    for (const [name, value] of Object.entries(given)) headers.set(name, String(value));
    try {
      const receipt = await receivePaypalNotice(await addressOf(path, rawBody), {
        headers,
        rawBody,
        now: paypal.ctx.now(),
        mayFetch: () => true,
      });
      if (receipt.status === 200) webhook.taken += 1;
      else webhook.refused += 1;
      if (webhook.failsNext === 0) return receipt.status;
      // It took the notice, and died before it said so.
      webhook.failsNext -= 1;
      return 500;
    } catch {
      return 500;
    }
  }
  return {
    paypal,
    account: testAccount(paypal.url),
    webhookUrl: `http://127.0.0.1:${port}`,
    clockOf: (chance) => ({ now: () => paypal.ctx.now(), chance: () => chance.int(0, 999) / 1000 }),
    webhook,
    close: async () => {
      await paypal.close();
      server.close();
    },
  };
}

/** A worker sends payouts of all shops, so those of other test files would go to the provider of this one. */
export async function endOtherPayouts(): Promise<void> {
  await db().execute(sql`update payout_requests set next_at = null where next_at is not null`);
  await db().execute(
    sql`update payout_sections set status = 'done' where status not in ('done', 'canceled')`,
  );
}

/** The account of the path; the webhook that tests share carries notices of the shop that they name. */
async function addressOf(path: string, rawBody: Buffer) {
  const [, , , shopId, accountId] = path.split("/");
  if (shopId !== undefined && accountId !== undefined) return { shopId, accountId };
  const named = /shp_[0-9a-z]{26}/.exec(rawBody.toString("utf8"))?.[0] ?? "";
  return await noticesOf(named as ShopId);
}
