import { Badge, BlockStack, Card, InlineError, Link, Text } from "@shopify/polaris";
import type { AuditHeadWire } from "#app/contracts/audit.ts";
import type { FormAnswer } from "../../shared/error-banner.tsx";
import { FileDrop } from "../../shared/form/file-drop.tsx";
import { useFileUpload } from "../../shared/form/use-file-upload.ts";
import { formatCount, formatDate } from "../../shared/format.ts";
import { AppPage } from "../../shared/frame/app-page.tsx";
import { useLookWhile } from "../../shared/use-refresh.ts";
import { systemName } from "../imports/import-words.ts";
import { AllowAllOrders } from "./allow-all-orders.tsx";
import { auditText as t } from "./audit-text.ts";

type Props = {
  audits: readonly AuditHeadWire[];
  timeZone: string;
  /** True if the platform shows orders of any age. */
  mayReadAll: boolean;
};

/** Programs ▸ Audit: uploads another app's commissions, and lists earlier audits. */
export function AuditsPage({ audits, timeZone, mayReadAll }: Props) {
  useLookWhile(audits.some(({ status }) => status === "waiting" || status === "running"));
  return (
    <AppPage title={t("list.title")} subtitle={t("list.subtitle")}>
      <BlockStack gap="400">
        {!mayReadAll && <AllowAllOrders />}
        <Card>
          <Upload />
        </Card>
        {audits.length > 0 && (
          <Card>
            <AuditTable audits={audits} timeZone={timeZone} />
          </Card>
        )}
      </BlockStack>
    </AppPage>
  );
}

const dropTexts = {
  label: t("list.label"),
  choose: t("list.choose"),
  formats: t("list.formats"),
  reading: t("list.reading"),
};

function Upload() {
  const { upload, isBusy, error } = useFileUpload<FormAnswer>({
    mostBytes: 200_000_000,
    tooLarge: t("list.tooLarge"),
  });
  return (
    <BlockStack gap="300">
      <Text as="p">{t("list.about")}</Text>
      {error !== undefined && <InlineError message={error} fieldID="audit-file" />}
      <FileDrop
        id="audit-file"
        texts={dropTexts}
        isBusy={isBusy}
        isWrong={error !== undefined}
        onDrop={upload}
      />
    </BlockStack>
  );
}

const tones = {
  draft: "info",
  waiting: "info",
  running: "info",
  done: "success",
  failed: "critical",
} as const;

function AuditTable({ audits, timeZone }: Omit<Props, "mayReadAll">) {
  return (
    <BlockStack gap="200">
      <Text as="h2" variant="headingMd">
        {t("list.earlier")}
      </Text>
      <table className="plain-table stacked-table">
        <thead>
          <tr>
            <th scope="col">{t("list.file")}</th>
            <th scope="col">{t("list.from")}</th>
            <th scope="col" className="amount">
              {t("list.rows")}
            </th>
            <th scope="col" className="amount">
              {t("list.problems")}
            </th>
            <th scope="col">{t("list.status")}</th>
            <th scope="col">{t("list.date")}</th>
          </tr>
        </thead>
        <tbody>
          {audits.map(({ id, fileName, system, rows, problems, status, createdAt }) => (
            <tr key={id}>
              <th scope="row">
                <Link url={`/dashboard/programs/audit/${id}`}>{fileName}</Link>
              </th>
              <td data-label={t("list.from")}>{systemName(system)}</td>
              <td data-label={t("list.rows")} className="amount">
                {formatCount(rows)}
              </td>
              <td data-label={t("list.problems")} className="amount">
                {status === "done" ? formatCount(problems) : "–"}
              </td>
              <td data-label={t("list.status")}>
                <Badge tone={tones[status]}>{t(`statuses.${status}`)}</Badge>
              </td>
              <td data-label={t("list.date")}>{formatDate(createdAt, timeZone)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </BlockStack>
  );
}
