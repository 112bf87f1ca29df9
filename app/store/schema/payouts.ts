import type { Actor } from "../../domain/actor.ts";
import type {
  AffiliateId,
  PayoutBatchId,
  PayoutChunkId,
  PayoutDetailsId,
  PayoutId,
  PayoutItemId,
  PaypalAccountId,
  ProgramId,
} from "../../domain/ids.ts";
import type { BatchStatus } from "../../domain/payouts/batch.ts";
import type { ChunkNeed, ChunkStatus } from "../../domain/payouts/chunk.ts";
import type { MethodBlock, NotPaidReason } from "../../domain/payouts/eligible.ts";
import type { PayoutMethod } from "../../domain/payouts/method.ts";
import type { PaypalEnvironment } from "../../domain/payouts/paypal-account.ts";
import type { Schedule } from "../../domain/payouts/schedule.ts";
import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { affiliates } from "./affiliates.ts";
import { id, instant, minor, shopId } from "./columns.ts";

/** One *Pay affiliates*: created by one confirmation or one day of the schedule, with a section per method and currency. */
export const payouts = pgTable(
  "payouts",
  {
    shopId: shopId(),
    payoutId: id<PayoutId>("payout_id").notNull(),
    /** Hash of the key that the client sent with its confirmation; '' for payouts of a schedule. */
    requestKey: text("request_key").notNull().default(""),
    /** Hash of that request: the same key with other content is refused. */
    requestHash: text("request_hash").notNull().default(""),
    /** Day of the schedule, "2026-03-31"; '' where a person created it. */
    scheduleDay: text("schedule_day").notNull().default(""),
    /** Methods that could not be paid by when it was created, and why. */
    blocked: jsonb("blocked")
      .$type<Readonly<Partial<Record<PayoutMethod, MethodBlock>>>>()
      .notNull()
      .default({}),
    createdBy: jsonb("created_by").$type<Actor>().notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.payoutId] }),
    // One payout for each confirmation, however often it is sent.
    uniqueIndex("payouts_request")
      .on(table.shopId, table.requestKey)
      .where(sql`request_key <> ''`),
    uniqueIndex("payouts_schedule")
      .on(table.shopId, table.scheduleDay)
      .where(sql`schedule_day <> ''`),
    // Query: the list of payouts, newest first.
    index("payouts_newest").on(table.shopId, table.createdAt, table.payoutId),
  ],
);

/** A section of a payout: affiliates who are paid together, in one currency and by one method. */
export const payoutBatches = pgTable(
  "payout_batches",
  {
    shopId: shopId(),
    batchId: id<PayoutBatchId>("batch_id").notNull(),
    payoutId: id<PayoutId>("payout_id").notNull(),
    method: text("method").$type<PayoutMethod>().notNull(),
    currency: text("currency").notNull(),
    /** A status of domain/payouts/batch.ts. */
    status: text("status").$type<BatchStatus>().notNull(),
    /** A schedule makes one batch for each of its days, method and currency; '' where a person made it. */
    scheduleKey: text("schedule_key").notNull().default(""),
    /** What became payable later is left for the next time; null pays all that is payable. */
    cutoffAt: instant("cutoff_at"),
    /** The affiliates that a person chose; null takes everybody who can be paid. */
    chosen: jsonb("chosen").$type<readonly AffiliateId[]>(),
    /** Only members of this program are paid; null for everybody. */
    programId: id<ProgramId>("program_id"),
    /** Replaces the shop's minimum for this payout; null keeps the shop's. */
    minimumMinor: minor("minimum_minor"),
    /** Planning has gone through the affiliates up to this one; a worker that dies is followed by another. */
    plannedUpTo: text("planned_up_to").notNull().default(""),
    itemCount: integer("item_count").notNull().default(0),
    totalMinor: minor("total_minor")
      .notNull()
      .default(sql`0`),
    /** What whoever confirmed had seen; where the plan came out otherwise, they are asked again. */
    expectedCount: integer("expected_count"),
    expectedMinor: minor("expected_minor"),
    createdBy: jsonb("created_by").$type<Actor>().notNull(),
    createdAt: instant("created_at").notNull(),
    confirmedBy: jsonb("confirmed_by").$type<Actor>(),
    confirmedAt: instant("confirmed_at"),
    /** Above the shop's limit a second member of staff has to agree. */
    needsApproval: boolean("needs_approval").notNull().default(false),
    approvedBy: jsonb("approved_by").$type<Actor>(),
    approvedAt: instant("approved_at"),
    finishedAt: instant("finished_at"),
    /** Why it does not go on, for people; '' while it does. */
    error: text("error").notNull().default(""),
    /** The state of which the merchant was last told by email; '' before the first. */
    toldState: text("told_state").notNull().default(""),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.batchId] }),
    // One batch for each day of the schedule, whoever starts it first.
    uniqueIndex("payout_batches_schedule")
      .on(table.shopId, table.scheduleKey)
      .where(sql`schedule_key <> ''`),
    // Query: the list of batches, newest first, and those of a status.
    index("payout_batches_newest").on(table.shopId, table.createdAt, table.batchId),
    // Query: the sections of a payout; one for each method and currency.
    uniqueIndex("payout_batches_payout").on(table.shopId, table.payoutId, table.method, table.currency),
    // Query: batches that a worker has to go on with, of all shops.
    index("payout_batches_open")
      .on(table.status)
      .where(sql`status in ('planning', 'cancelling', 'sending')`),
    foreignKey({
      columns: [table.shopId, table.payoutId],
      foreignColumns: [payouts.shopId, payouts.payoutId],
    }),
  ],
);

/**
 * The PayPal accounts that pay for a shop. A row stays after its account was replaced, since payments name it; its secret
 * is erased once the last of them is closed. Of the server's own account (PAYPAL_URL) no secret is kept.
 */
export const paypalAccounts = pgTable(
  "paypal_accounts",
  {
    shopId: shopId(),
    accountId: id<PaypalAccountId>("account_id").notNull(),
    source: text("source").$type<"store" | "server">().notNull(),
    environment: text("environment").$type<PaypalEnvironment>().notNull(),
    clientId: text("client_id").notNull(),
    /** '' once erased, and for the server's account. */
    sealedSecret: text("sealed_secret").notNull().default(""),
    /** '' while none is registered. */
    webhookId: text("webhook_id").notNull().default(""),
    connectedAt: instant("connected_at").notNull(),
    /** When it was replaced or disconnected: it is asked about its payments, and sends nothing any more. */
    retiredAt: instant("retired_at"),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.accountId] }),
    // One row for each account: a new secret for it takes the place of the old one.
    uniqueIndex("paypal_accounts_client").on(table.shopId, table.source, table.environment, table.clientId),
    // One account sends.
    uniqueIndex("paypal_accounts_current")
      .on(table.shopId)
      .where(sql`source = 'store' and retired_at is null`),
    // Query: retired accounts whose secrets are still kept, of all shops.
    index("paypal_accounts_retired")
      .on(table.retiredAt)
      .where(sql`retired_at is not null and sealed_secret <> ''`),
  ],
);

/**
 * What is handed to a provider in one call, frozen before the first try: its id is the key under which the provider
 * knows it again (M17).
 */
export const payoutChunks = pgTable(
  "payout_chunks",
  {
    shopId: shopId(),
    chunkId: id<PayoutChunkId>("chunk_id").notNull(),
    batchId: id<PayoutBatchId>("batch_id").notNull(),
    ordinal: integer("ordinal").notNull(),
    status: text("status").$type<ChunkStatus>().notNull(),
    /** PayPal: the account that it is sent by, since the first try; null before it and for other methods. */
    accountId: id<PaypalAccountId>("account_id"),
    /** The body as it is sent every time, sealed; of a bank's file its payments. */
    sealedContent: text("sealed_content").notNull(),
    contentHash: text("content_hash").notNull(),
    /** The file as it was handed over to the bank, sealed; '' before, and of other methods. */
    sealedFile: text("sealed_file").notNull().default(""),
    fileHash: text("file_hash").notNull().default(""),
    /** Store credit: the account that the open intent is for; one at a time (M17). '' elsewhere and when it is closed. */
    intentAccount: text("intent_account").notNull().default(""),
    /** Store credit: the newest transaction of the account before the first try; '' where it had none. */
    seenBefore: text("seen_before"),
    /** The provider's own id, once it told it. */
    providerId: text("provider_id").notNull().default(""),
    itemCount: integer("item_count").notNull(),
    totalMinor: minor("total_minor").notNull(),
    attempts: integer("attempts").notNull().default(0),
    /** True once a try had no answer: from then on a refusal proves nothing about the tries before it. */
    wasInDoubt: boolean("was_in_doubt").notNull().default(false),
    firstTriedAt: instant("first_tried_at"),
    /** When it was handed over last; of what PayPal has, when PayPal last answered about it. */
    lastTriedAt: instant("last_tried_at"),
    /** When it is to be sent or asked about next; null when nothing more is to be done. */
    nextAt: instant("next_at"),
    error: text("error").notNull().default(""),
    /** The step that it waits for: a value of domain/payouts/chunk.ts; '' for none. */
    waitsFor: text("waits_for").$type<ChunkNeed | "">().notNull().default(""),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.chunkId] }),
    uniqueIndex("payout_chunks_ordinal").on(table.shopId, table.batchId, table.ordinal),
    // M17: one intent at a time for each account of store credit.
    uniqueIndex("payout_chunks_intent")
      .on(table.shopId, table.intentAccount)
      .where(sql`intent_account <> ''`),
    // Query: what is due, of all shops.
    index("payout_chunks_due")
      .on(table.nextAt)
      .where(sql`next_at is not null`),
    foreignKey({
      columns: [table.shopId, table.batchId],
      foreignColumns: [payoutBatches.shopId, payoutBatches.batchId],
    }),
    foreignKey({
      columns: [table.shopId, table.accountId],
      foreignColumns: [paypalAccounts.shopId, paypalAccounts.accountId],
    }),
  ],
);

/** What one affiliate gets by one batch. Planned, sent, settled and returned by transfers whose subject it is. */
export const payoutItems = pgTable(
  "payout_items",
  {
    shopId: shopId(),
    itemId: id<PayoutItemId>("item_id").notNull(),
    batchId: id<PayoutBatchId>("batch_id").notNull(),
    chunkId: id<PayoutChunkId>("chunk_id"),
    affiliateId: id<AffiliateId>("affiliate_id").notNull(),
    method: text("method").$type<PayoutMethod>().notNull(),
    currency: text("currency").notNull(),
    /** What the provider is told to pay: what was payable less what the affiliate bears of the fee. */
    amountMinor: minor("amount_minor").notNull(),
    /** What the affiliate bears of the fee; taken from payable when the item settles. */
    withheldMinor: minor("withheld_minor")
      .notNull()
      .default(sql`0`),
    /** What the provider kept, once it told it. */
    feeMinor: minor("fee_minor")
      .notNull()
      .default(sql`0`),
    /** A state of domain/payouts/item.ts. */
    status: text("status").notNull(),
    detailsId: id<PayoutDetailsId>("details_id"),
    /** The account paid to, as people may see it. */
    receiver: text("receiver").notNull().default(""),
    /** Grows with every posting (M3). */
    revision: integer("revision").notNull(),
    providerItemId: text("provider_item_id").notNull().default(""),
    providerTransactionId: text("provider_transaction_id").notNull().default(""),
    /** The provider's own word for where it stands. */
    providerStatus: text("provider_status").notNull().default(""),
    /** Why it failed or came back, or what a person noted. */
    reason: text("reason").notNull().default(""),
    /** What a provider told that cannot be after what stands here; '' where nothing, or once a person decided. */
    contradiction: text("contradiction").notNull().default(""),
    plannedAt: instant("planned_at").notNull(),
    sentAt: instant("sent_at"),
    settledAt: instant("settled_at"),
    closedAt: instant("closed_at"),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.itemId] }),
    // M16: one open item per affiliate and currency, whatever the method.
    uniqueIndex("payout_items_open")
      .on(table.shopId, table.affiliateId, table.currency)
      .where(sql`closed_at is null`),
    // Query: the items of a batch, by state; how many there are in each.
    index("payout_items_batch").on(table.shopId, table.batchId, table.status, table.itemId),
    // Query: the items of a chunk.
    index("payout_items_chunk").on(table.shopId, table.chunkId),
    // Query: the payouts of an affiliate, newest first.
    index("payout_items_affiliate").on(table.shopId, table.affiliateId, table.plannedAt, table.itemId),
    // Query: what a person has to look at, of a shop.
    index("payout_items_person")
      .on(table.shopId, table.itemId)
      .where(sql`status = 'person' or contradiction <> ''`),
    // Query: what settled within the days of a provider's statement.
    index("payout_items_settled").on(table.shopId, table.method, table.settledAt),
    // Query: the item that a line of a provider's statement is about.
    index("payout_items_provider_item")
      .on(table.shopId, table.providerItemId)
      .where(sql`provider_item_id <> ''`),
    index("payout_items_provider_transaction")
      .on(table.shopId, table.providerTransactionId)
      .where(sql`provider_transaction_id <> ''`),
    check("payout_items_positive", sql`${table.amountMinor} > 0 and ${table.withheldMinor} >= 0`),
    foreignKey({
      columns: [table.shopId, table.batchId],
      foreignColumns: [payoutBatches.shopId, payoutBatches.batchId],
    }),
    foreignKey({
      columns: [table.shopId, table.affiliateId],
      foreignColumns: [affiliates.shopId, affiliates.affiliateId],
    }),
  ],
);

/** Where an affiliate wants to be paid. A change is a new row; the account itself is sealed. */
export const payoutDetails = pgTable(
  "payout_details",
  {
    shopId: shopId(),
    detailsId: id<PayoutDetailsId>("details_id").notNull(),
    affiliateId: id<AffiliateId>("affiliate_id").notNull(),
    method: text("method").$type<Exclude<PayoutMethod, "outside">>().notNull(),
    /** The account, as JSON, sealed; '' once it is forgotten. */
    sealed: text("sealed").notNull(),
    /** The account as people may see it: `m…@example.com`. */
    masked: text("masked").notNull(),
    /** The affiliate's own address when they entered it: where they are told of a change; '' once it is forgotten. */
    contactEmail: text("contact_email").notNull().default(""),
    createdAt: instant("created_at").notNull(),
    /** When the affiliate said by mail that it was them; null while nobody did. */
    confirmedAt: instant("confirmed_at"),
    /** From when on it is paid to: 24 hours after the confirmation, unless the merchant ended the waiting period. */
    effectiveAt: instant("effective_at"),
    /** When another took its place, or it was withdrawn. */
    endedAt: instant("ended_at"),
    /** Store credit only: when the store was last asked for the customer account; null while it never was. */
    customerCheckedAt: instant("customer_checked_at"),
    /** Since when the store has no such customer; null where it has. */
    customerMissingAt: instant("customer_missing_at"),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.detailsId] }),
    // One that waits for its confirmation at a time.
    uniqueIndex("payout_details_unconfirmed")
      .on(table.shopId, table.affiliateId)
      .where(sql`confirmed_at is null and ended_at is null`),
    // One that was confirmed last, and ends when another is.
    uniqueIndex("payout_details_last")
      .on(table.shopId, table.affiliateId)
      .where(sql`confirmed_at is not null and ended_at is null`),
    // Query: the details of an affiliate, newest first; those that hold now.
    index("payout_details_affiliate").on(table.shopId, table.affiliateId, table.effectiveAt),
    // Query: accounts that are kept no longer.
    index("payout_details_ended")
      .on(table.shopId, table.endedAt)
      .where(sql`ended_at is not null and sealed <> ''`),
    foreignKey({
      columns: [table.shopId, table.affiliateId],
      foreignColumns: [affiliates.shopId, affiliates.affiliateId],
    }),
  ],
);

/** How a shop pays; without a row the defaults of domain/payouts/settings.ts hold. */
export const payoutSettings = pgTable("payout_settings", {
  shopId: shopId().primaryKey(),
  /** A schedule of domain/payouts/schedule.ts. */
  schedule: text("schedule").$type<Schedule>().notNull(),
  /** The newest day of the shop's calendar, "2026-03-31", whose run is done with: later ones are due. */
  ranThrough: text("ran_through").notNull().default(""),
  /** True: what the schedule plans is sent by itself; false: it waits for a person. */
  sendsByItself: boolean("sends_by_itself").notNull(),
  methods: jsonb("methods").$type<readonly PayoutMethod[]>().notNull(),
  feeBearer: text("fee_bearer").$type<"shop" | "affiliate">().notNull(),
  updatedAt: instant("updated_at").notNull(),
});

/** The store's own bank account, which SEPA files are paid from. Sealed. */
export const storeAccounts = pgTable("store_accounts", {
  shopId: shopId().primaryKey(),
  sealed: text("sealed").notNull(),
  updatedAt: instant("updated_at").notNull(),
});

/** Amounts of a shop by currency; without a row nothing is too small, and nothing needs a second person. */
export const payoutLimits = pgTable(
  "payout_limits",
  {
    shopId: shopId(),
    currency: text("currency").notNull(),
    minimumMinor: minor("minimum_minor").notNull(),
    /** A higher minimum, and from when it replaces `minimumMinor`. */
    nextMinimumMinor: minor("next_minimum_minor"),
    nextMinimumFrom: instant("next_minimum_from"),
    /** A batch of more than this needs a second member of staff; null: never. */
    approvalMinor: minor("approval_minor"),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.currency] }),
    check(
      "payout_limits_next_minimum",
      sql`(${table.nextMinimumMinor} is null) = (${table.nextMinimumFrom} is null)`,
    ),
  ],
);

/** Affiliates who are not paid until somebody lifts it. */
export const payoutHolds = pgTable(
  "payout_holds",
  {
    shopId: shopId(),
    affiliateId: id<AffiliateId>("affiliate_id").notNull(),
    note: text("note").notNull(),
    by: jsonb("by").$type<Actor>().notNull(),
    since: instant("since").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.affiliateId] }),
    foreignKey({
      columns: [table.shopId, table.affiliateId],
      foreignColumns: [affiliates.shopId, affiliates.affiliateId],
    }),
  ],
);

/** What a provider told by itself: each once, and only a hint to ask it. Sealed; dropped with the raw bodies. */
export const payoutNotices = pgTable(
  "payout_notices",
  {
    shopId: shopId(),
    /** The provider's id of the message. */
    noticeId: text("notice_id").notNull(),
    kind: text("kind").notNull(),
    chunkId: text("chunk_id").notNull(),
    itemId: text("item_id").notNull().default(""),
    receivedAt: instant("received_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.noticeId] }),
    // Query: notices of a shop that are kept no longer.
    index("payout_notices_received").on(table.shopId, table.receivedAt),
  ],
);

/** Affiliates whom a payout skipped in a currency, with the reason when it was planned. */
export const payoutLeftOut = pgTable(
  "payout_left_out",
  {
    shopId: shopId(),
    payoutId: id<PayoutId>("payout_id").notNull(),
    affiliateId: id<AffiliateId>("affiliate_id").notNull(),
    currency: text("currency").notNull(),
    reason: text("reason").$type<NotPaidReason>().notNull(),
    payableMinor: minor("payable_minor").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.payoutId, table.affiliateId, table.currency] }),
    foreignKey({
      columns: [table.shopId, table.payoutId],
      foreignColumns: [payouts.shopId, payouts.payoutId],
    }),
    foreignKey({
      columns: [table.shopId, table.affiliateId],
      foreignColumns: [affiliates.shopId, affiliates.affiliateId],
    }),
  ],
);

/** How often an affiliate was reminded that money waits for their details, and whether they want to be. */
export const payoutReminders = pgTable(
  "payout_reminders",
  {
    shopId: shopId(),
    affiliateId: id<AffiliateId>("affiliate_id").notNull(),
    /** In a row; none since they have details. */
    sent: integer("sent").notNull().default(0),
    lastSentAt: instant("last_sent_at"),
    /** When they said that they want no reminders; null while they do. */
    stoppedAt: instant("stopped_at"),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.affiliateId] }),
    foreignKey({
      columns: [table.shopId, table.affiliateId],
      foreignColumns: [affiliates.shopId, affiliates.affiliateId],
    }),
  ],
);
