import { EmptyState } from "@shopify/polaris";
import type { FlagWire } from "#app/contracts/flag.ts";
import { flagList } from "#app/contracts/lists/flags.ts";
import type { ChosenAffiliate } from "../../shared/pickers/filter-pickers.tsx";
import { formatMoney, type MoneyOnWire } from "../../shared/format.ts";
import { BulkResult, useBulkStatus } from "../../shared/list/bulk-result.tsx";
import type { PageOfList } from "../../shared/list/list-footer.tsx";
import { ListPage } from "../../shared/list/list-page.tsx";
import { Dash } from "../../shared/list/list-table.tsx";
import { useText } from "../../texts/use-text.ts";
import { flagDecisions, flagNoun, kindChoices, statusChoices } from "./flag-words.ts";

type Props = {
  flags: readonly FlagWire[];
  /** Current commission of flagged orders, by the flag's id. */
  amounts: Readonly<Record<string, MoneyOnWire>>;
  pagination: PageOfList;
  affiliate: ChosenAffiliate | null;
  timeZone: string;
};

/** Fraud review: findings of the fraud rules, for a person to decide. */
export function FlagsPage({ flags, amounts, pagination, affiliate, timeZone }: Props) {
  const t = useText("fraud");
  const bulk = useBulkStatus(flagNoun, flagDecisions);
  return (
    <ListPage
      list={flagList}
      title={t("list.title")}
      secondaryActions={[{ content: t("list.rules"), url: "/dashboard/settings/fraud" }]}
      searchLabel={t("list.search")}
      statuses={statusChoices}
      selects={[{ name: "kind", label: t("list.rule"), choices: kindChoices }]}
      affiliate={affiliate}
      resourceName={flagNoun}
      notice={affiliate && t("list.of", { affiliate: affiliate.name })}
      error={bulk.refusal?.message ?? null}
      errorAnswer={bulk.refusal}
      banner={bulk.result && <BulkResult noun={flagNoun} result={bulk.result} onDismiss={bulk.dismiss} />}
      bulkActions={bulk.actions}
      rows={flags}
      rowOf={({ id }) => ({ id, url: `/dashboard/affiliates/flags/${id}` })}
      renderCells={{
        amount: ({ id }) => {
          const amount = amounts[id];
          return amount ? formatMoney(amount) : <Dash />;
        },
        action: ({ action }) => t(`taken.${action}`),
      }}
      timeZone={timeZone}
      pagination={pagination}
      emptyState={
        <EmptyState
          heading={t("list.emptyTitle")}
          image="/empty-orders.svg"
          action={{ content: t("list.rules"), url: "/dashboard/settings/fraud" }}
        >
          <p>{t("list.empty")}</p>
        </EmptyState>
      }
    />
  );
}
