import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import pg from "pg";
import { systemActor } from "#app/domain/actor.ts";
import { idPrefixes, type PaypalAccountId, type ShopId } from "#app/domain/ids.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { addPayout } from "#app/flows/payouts/create-payout.ts";
import { planSection } from "#app/flows/payouts/plan-section.ts";
import { eachPayeeInSection, previewSection } from "#app/flows/payouts/preview-section.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { env } from "#app/platform/env.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { openQueue } from "#app/queue/queue.server.ts";
import { findSection } from "#app/store/payout-requests.ts";
import { sectionsOf } from "#app/store/payouts.ts";
import { currentPaypalAccount, insertPaypalAccount } from "#app/store/payout-details.ts";
import { insertBarePlan } from "../bare-payouts.ts";

type Of = { readonly shopId: string; readonly currency: string };

export type PayoutWork =
  /** Gives every affiliate of the shop details, and an available balance of one line in the currency. */
  | ({ readonly kind: "fill" } & Of)
  /** Plans everybody by the job; answers the seconds. */
  | ({ readonly kind: "plan"; readonly count: number } & Of)
  /** Writes for `copy` the rows that the plan left behind, and nothing else; answers the seconds. */
  | ({ readonly kind: "bare"; readonly copy: { readonly shopId: string }; readonly atOnce: number } & Of)
  /** Previews and plans everybody; answers the megabytes in use at most, after each page. */
  | ({ readonly kind: "memory"; readonly count: number } & Of);

async function withClient<Answer>(run: (client: pg.Client) => Promise<Answer>): Promise<Answer> {
  const client = new pg.Client({ connectionString: env().DATABASE_URL });
  await client.connect();
  try {
    return await run(client);
  } finally {
    await client.end();
  }
}

/** A section by PayPal needs an account; nothing is sent from this one. */
async function connectPaypal(shopId: ShopId): Promise<void> {
  if ((await currentPaypalAccount(db(), shopId)) !== null) return;
  const connectedAt = new Date();
  const accountId = newId<PaypalAccountId>(idPrefixes.paypalAccount, connectedAt);
  const client = { environment: "sandbox", clientId: "bench", clientSecret: "bench", webhookId: "" } as const;
  await inTransaction((tx) => insertPaypalAccount(tx, { shopId, accountId, connectedAt, ...client }));
}

async function fill({ shopId, currency }: Of): Promise<void> {
  await connectPaypal(shopId as ShopId);
  await withClient(async (client) => {
    await client.query(
      `insert into ledger_balances (shop_id, affiliate_id, account, currency, balance_minor)
        select shop_id, affiliate_id, 'payable', $2, 1000 + length(name) from affiliates where shop_id = $1`,
      [shopId, currency],
    );
    await client.query(
      `insert into balance_lines (shop_id, line_id, kind, affiliate_id, currency, created_at, payable_minor, first_sequence)
        select shop_id, replace(affiliate_id, 'aff_', 'adj_') || $2, 'adjustment', affiliate_id, $2,
          now() - interval '9 days', 1000 + length(name), 1
        from affiliates where shop_id = $1`,
      [shopId, currency],
    );
    await client.query(
      `insert into payout_details (shop_id, details_id, affiliate_id, method, sealed, masked, created_at, confirmed_at, effective_at)
        select shop_id, replace(affiliate_id, 'aff_', 'pod_'), affiliate_id, 'paypal', repeat('x', 200), 'm…@example.com',
          now() - interval '9 days', now() - interval '9 days', now() - interval '8 days'
        from affiliates where shop_id = $1 on conflict do nothing`,
      [shopId],
    );
    await client.query("vacuum analyze");
    await client.query("checkpoint");
  });
}

const askedFor = (currency: string) =>
  ({ method: "paypal", currency, cutoffAt: null, chosen: null }) as const;

/** A section of everybody, not planned yet. */
async function make({ shopId, currency }: Of) {
  const by = { actor: systemActor, now: new Date() };
  const preview = await previewSection(shopId as ShopId, askedFor(currency), { page: 1, limit: 1 }, by.now);
  if (isRefusal(preview)) throw new Error(preview.reason.code);
  const { totals } = preview;
  const seen = { count: totals.count, totalMinor: totals.amountMinor };
  const queue = await openQueue();
  const payoutId = await inTransaction((tx) =>
    addPayout(tx, queue, shopId as ShopId, {
      blocked: {},
      sections: [{ ...askedFor(currency), seen }],
      confirmedBy: by.actor,
      createdBy: by.actor,
      now: by.now,
    }),
  );
  const [section] = payoutId === null ? [] : await sectionsOf(db(), shopId as ShopId, [payoutId]);
  if (!section) throw new Error("The payout was not created.");
  return section.section.sectionId;
}

async function plan({ count, ...of }: Of & { readonly count: number }, clock: () => Date): Promise<number> {
  const sectionId = await make(of);
  const begun = performance.now();
  await planSection({ shopId: of.shopId, sectionId }, clock);
  const seconds = (performance.now() - begun) / 1000;
  const section = await findSection(db(), of.shopId as ShopId, sectionId);
  if (section?.paymentCount !== count) throw new Error(`Of ${count} were ${section?.paymentCount} planned.`);
  return seconds;
}

async function memory(of: Of & { readonly count: number }): Promise<number> {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  let most = 0;
  const look = () => {
    collect();
    most = Math.max(most, process.memoryUsage().heapUsed);
    return new Date();
  };
  let seen = 0;
  const asked = { ...askedFor(of.currency), at: new Date() };
  await eachPayeeInSection(of.shopId as ShopId, asked, (page) => {
    seen += page.length;
    look();
    return Promise.resolve();
  });
  if (seen !== of.count) throw new Error(`Of ${of.count} were ${seen} looked at.`);
  await plan(of, look);
  return most / 1_000_000;
}

async function work(message: PayoutWork): Promise<number> {
  if (message.kind === "plan") return await plan(message, () => new Date());
  if (message.kind === "bare") return await withClient((client) => insertBarePlan(client, message));
  if (message.kind === "memory") return await memory(message);
  await fill(message);
  return 0;
}

process.on("message", (message) => {
  work(message as PayoutWork).then(
    (answer) => process.send?.(answer),
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      process.exit(1);
    },
  );
});
process.once("disconnect", () => process.exit(0));
