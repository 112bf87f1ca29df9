import { bigint, foreignKey, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { Actor } from "../../domain/actor.ts";
import type { AccountName } from "../../domain/ledger/entries.ts";
import { instant, minor, shopId } from "./columns.ts";

/** M14: what is closed stays closed. A period ends with the highest transfer of the shop at its closing. */
export const closedPeriods = pgTable(
  "closed_periods",
  {
    shopId: shopId(),
    until: instant("until").notNull(),
    since: instant("since"),
    highestSequence: bigint("highest_sequence", { mode: "bigint" }).notNull(),
    closedAt: instant("closed_at").notNull(),
    closedBy: jsonb("closed_by").$type<Actor>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.shopId, table.until] })],
);

/**
 * What the accounts of a shop came to at the end of a closed period, over all affiliates: credits less debits. Kept so
 * that whatever is changed in a closed period past the triggers shows as a difference.
 */
export const closedBalances = pgTable(
  "closed_balances",
  {
    shopId: shopId(),
    until: instant("until").notNull(),
    currency: text("currency").notNull(),
    account: text("account").$type<AccountName>().notNull(),
    balanceMinor: minor("balance_minor").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.until, table.currency, table.account] }),
    foreignKey({
      columns: [table.shopId, table.until],
      foreignColumns: [closedPeriods.shopId, closedPeriods.until],
    }),
  ],
);
