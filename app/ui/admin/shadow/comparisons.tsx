import { Badge, BlockStack, Card, InlineError, Link, Text } from "@shopify/polaris";
import type { ComparisonHeadWire } from "#app/contracts/shadow.ts";
import type { FormAnswer } from "../../shared/error-banner.tsx";
import { FileDrop } from "../../shared/form/file-drop.tsx";
import { useFileUpload } from "../../shared/form/use-file-upload.ts";
import { formatCount, formatDate, formatDay } from "../../shared/format.ts";
import { useLookWhile } from "../../shared/use-refresh.ts";
import { shadowText as t } from "./shadow-text.ts";

type Props = {
  comparisons: readonly ComparisonHeadWire[];
  timeZone: string;
  megabytes: number;
};

/** Uploads an export of the current app, and lists the comparisons with earlier ones. */
export function Comparisons({ comparisons, timeZone, megabytes }: Props) {
  useLookWhile(comparisons.some(({ status }) => status === "running"));
  return (
    <>
      <Card>
        <Upload megabytes={megabytes} />
      </Card>
      {comparisons.length > 0 && (
        <Card>
          <ComparisonTable comparisons={comparisons} timeZone={timeZone} />
        </Card>
      )}
    </>
  );
}

const dropTexts = {
  label: t("compare.label"),
  choose: t("compare.choose"),
  formats: t("compare.formats"),
  reading: t("compare.reading"),
};

function Upload({ megabytes }: Pick<Props, "megabytes">) {
  const { upload, isBusy, error } = useFileUpload<FormAnswer>({
    mostBytes: megabytes * 1_000_000,
    tooLarge: t("compare.tooLarge", { megabytes }),
  });
  return (
    <BlockStack gap="300">
      <Text as="h2" variant="headingMd">
        {t("compare.title")}
      </Text>
      <Text as="p">{t("compare.text")}</Text>
      {error !== undefined && <InlineError message={error} fieldID="comparison-file" />}
      <FileDrop
        id="comparison-file"
        texts={dropTexts}
        isBusy={isBusy}
        isWrong={error !== undefined}
        onDrop={upload}
      />
    </BlockStack>
  );
}

const tones = { draft: "info", running: "info", done: "success", failed: "critical" } as const;
const columns = ["days", "rows", "differences", "status", "uploaded"] as const;
const numbers: ReadonlySet<string> = new Set(["rows", "differences"]);

function ComparisonTable({ comparisons, timeZone }: Omit<Props, "megabytes">) {
  return (
    <BlockStack gap="200">
      <Text as="h2" variant="headingMd">
        {t("compare.earlier")}
      </Text>
      <table className="plain-table stacked-table">
        <thead>
          <tr>
            <th scope="col">{t("compare.file")}</th>
            {columns.map((name) => (
              <th key={name} scope="col" className={numbers.has(name) ? "amount" : undefined}>
                {t(`compare.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {comparisons.map((one) => (
            <ComparisonRow key={one.id} one={one} timeZone={timeZone} />
          ))}
        </tbody>
      </table>
    </BlockStack>
  );
}

function ComparisonRow({ one, timeZone }: { one: ComparisonHeadWire; timeZone: string }) {
  const { id, fileName, days, rows, differences, status, createdAt } = one;
  return (
    <tr>
      <th scope="row">
        <Link url={`/dashboard/programs/shadow/${id}`}>{fileName}</Link>
      </th>
      <td data-label={t("compare.days")}>{days === null ? "–" : daysText(days)}</td>
      <td data-label={t("compare.rows")} className="amount">
        {formatCount(rows)}
      </td>
      <td data-label={t("compare.differences")} className="amount">
        {status === "done" ? formatCount(differences) : "–"}
      </td>
      <td data-label={t("compare.status")}>
        <Badge tone={tones[status]}>{t(`statuses.${status}`)}</Badge>
      </td>
      <td data-label={t("compare.uploaded")}>{formatDate(createdAt, timeZone)}</td>
    </tr>
  );
}

/** "Mar 3, 2026" or "Mar 3, 2026 – Mar 5, 2026". */
export function daysText({ from, until }: { readonly from: string; readonly until: string }): string {
  return from === until ? formatDay(from) : `${formatDay(from)} – ${formatDay(until)}`;
}
