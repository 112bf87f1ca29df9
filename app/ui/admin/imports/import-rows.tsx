import { BlockStack, Button, ButtonGroup, InlineStack, Link, Text } from "@shopify/polaris";
import { useState } from "react";
import type { ImportWire } from "#app/contracts/file-import.ts";
import type { RowDecision } from "#app/domain/imports/decisions.ts";
import { isMoneyKind } from "#app/domain/imports/import-kinds.ts";
import { rowTexts } from "#app/i18n/import-words.ts";
import { FileButton } from "../../shared/file-button.tsx";
import { formatDay, formatMoney } from "../../shared/format.ts";
import { ListFooter } from "../../shared/list/list-footer.tsx";
import { importsText as t } from "./imports-text.ts";
import { type Deciding, RowDecisionSelect, SharedDecisions } from "./row-decision.tsx";

const list = "/dashboard/affiliates/import";

export type Post = (form: Record<string, string>) => void;

/** Decisions are saved together, because each save checks the whole file. */
function useDecisions(post: Post) {
  const [unsaved, setUnsaved] = useState<Deciding["unsaved"]>(new Map());
  return {
    unsaved,
    count: unsaved.size,
    decide: (key: string, decision: RowDecision | null) => setUnsaved(new Map(unsaved).set(key, decision)),
    save: () => {
      const decisions = [...unsaved].map(([key, decision]) => ({ key, decision }));
      setUnsaved(new Map());
      post({ intent: "decide", decisions: JSON.stringify(decisions) });
    },
  };
}

export type ImportRowsProps = {
  readonly upload: ImportWire;
  readonly isBusy: boolean;
  readonly post: Post;
};

/** Each row with its result, and the decisions that are open. */
export function ImportRows({ upload, isBusy, post }: ImportRowsProps) {
  const { status, pagination, waiting } = upload;
  const { count, save, ...deciding } = useDecisions(post);
  const isOpen = status === "checked";
  return (
    <BlockStack gap="300">
      <Text as="h2" variant="headingMd">
        {t("rows.title")}
      </Text>
      {isOpen && waiting.length > 0 && <SharedDecisions waiting={waiting} {...deciding} />}
      {count > 0 && (
        <InlineStack align="end">
          <Button variant="primary" loading={isBusy} onClick={save}>
            {t("decide.save", { count })}
          </Button>
        </InlineStack>
      )}
      <RowFilters upload={upload} />
      <RowTable upload={upload} deciding={isOpen ? deciding : null} />
      <ListFooter pagination={pagination} shown={upload.list.length} />
    </BlockStack>
  );
}

function RowFilters({ upload }: Pick<ImportRowsProps, "upload">) {
  const { id, counts, outcome, noted, showsNoted } = upload;
  const all = counts.reduce((sum, one) => sum + one.count, 0);
  const query = new URLSearchParams({ id, ...(outcome && { outcome }), ...(showsNoted && { noted: "1" }) });
  return (
    <InlineStack gap="200" align="space-between">
      <ButtonGroup>
        <Button pressed={outcome === null && !showsNoted} url={`${list}/${id}`}>
          {t("rows.all", { count: all })}
        </Button>
        {counts.map((one) => (
          <Button
            key={one.outcome}
            pressed={outcome === one.outcome}
            url={`${list}/${id}?outcome=${one.outcome}`}
          >
            {t(`outcomes.${one.outcome}`, { count: one.count })}
          </Button>
        ))}
        {noted > 0 && (
          <Button pressed={showsNoted} url={`${list}/${id}?noted=1`}>
            {t("rows.noted", { count: noted })}
          </Button>
        )}
      </ButtonGroup>
      <FileButton url={`/dashboard/export/import-rows.csv?${query}`} content={t("rows.csv")} />
    </InlineStack>
  );
}

type RowTableProps = Pick<ImportRowsProps, "upload"> & {
  /** Null once nothing can be decided any more. */
  readonly deciding: Deciding | null;
};

function RowTable({ upload, deciding }: RowTableProps) {
  const isMoney = isMoneyKind(upload.kind);
  const decidable = upload.list.some(({ decision }) => decision !== null) ? deciding : null;
  return (
    <table className="plain-table stacked-table">
      <thead>
        <tr>
          <th scope="col">{t("rows.row")}</th>
          <th scope="col">{t("rows.affiliate")}</th>
          {isMoney && (
            <th scope="col" className="amount">
              {t("rows.amount")}
            </th>
          )}
          <th scope="col">{t("rows.result")}</th>
          {decidable && <th scope="col">{t("rows.decision")}</th>}
        </tr>
      </thead>
      <tbody>
        {upload.list.map((row) => (
          <tr key={row.row}>
            <th scope="row">{row.row}</th>
            <td data-label={t("rows.affiliate")}>
              {row.affiliate && row.code !== "affiliate_similar" ? (
                <Link url={`/dashboard/affiliates/${row.affiliate.id}`}>{row.affiliate.name}</Link>
              ) : (
                row.label || "–"
              )}
            </td>
            {isMoney && (
              <td data-label={t("rows.amount")} className="amount">
                {row.amount ? formatMoney(row.amount) : "–"}
              </td>
            )}
            <td data-label={t("rows.result")}>
              <RowResult row={row} />
            </td>
            {decidable && (
              <td {...(row.decision ? { "data-label": t("rows.decision") } : { className: "off-phone" })}>
                <RowDecisionSelect row={row} {...decidable} />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function RowResult({ row }: { readonly row: ImportWire["list"][number] }) {
  const [result, ...parts] = rowTexts(row, { t, day: formatDay });
  return (
    <span className="two-line-cell">
      <Text as="span">{result}</Text>
      {parts.map((part) => (
        <Text key={part} as="span" tone="subdued">
          {part}
        </Text>
      ))}
    </span>
  );
}
