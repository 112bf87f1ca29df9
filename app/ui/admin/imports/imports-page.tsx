import { Badge, BlockStack, Card, InlineError, Link, Text } from "@shopify/polaris";
import type { ImportHeadWire } from "#app/contracts/file-import.ts";
import type { FormAnswer } from "../../shared/error-banner.tsx";
import { FileDrop } from "../../shared/form/file-drop.tsx";
import { useFileUpload } from "../../shared/form/use-file-upload.ts";
import { formatCount, formatDate } from "../../shared/format.ts";
import { AppPage } from "../../shared/frame/app-page.tsx";
import { shadowUrl } from "./import-switch.tsx";
import { contentsText } from "./import-words.ts";
import { importsText as t } from "./imports-text.ts";

type Props = { imports: readonly ImportHeadWire[]; timeZone: string };

/** Affiliates ▸ Import: uploads an export of another system, and lists earlier imports. */
export function ImportsPage({ imports, timeZone }: Props) {
  return (
    <AppPage
      title={t("list.title")}
      subtitle={t("list.subtitle")}
      backAction={{ content: t("kinds.affiliates"), url: "/dashboard/affiliates" }}
    >
      <BlockStack gap="400">
        <Card>
          <Upload />
        </Card>
        {imports.length > 0 && (
          <Card>
            <ImportTable imports={imports} timeZone={timeZone} />
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
      {error !== undefined && <InlineError message={error} fieldID="import-file" />}
      <FileDrop
        id="import-file"
        texts={dropTexts}
        isBusy={isBusy}
        isWrong={error !== undefined}
        onDrop={upload}
      />
      <Text as="p" tone="subdued">
        {t("list.about")}
      </Text>
      <Text as="p" tone="subdued">
        {t("list.compare")} <Link url={shadowUrl}>{t("list.shadow")}</Link>
      </Text>
    </BlockStack>
  );
}

function ImportTable({ imports, timeZone }: Props) {
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
            <th scope="col">{t("list.status")}</th>
            <th scope="col">{t("list.date")}</th>
          </tr>
        </thead>
        <tbody>
          {imports.map(({ id, fileName, system, kind, rows, status, isStopped, createdAt }) => (
            <tr key={id}>
              <th scope="row">
                <Link url={`/dashboard/affiliates/import/${id}`}>{fileName}</Link>
              </th>
              <td data-label={t("list.from")}>{contentsText({ kind, system })}</td>
              <td data-label={t("list.rows")} className="amount">
                {formatCount(rows)}
              </td>
              <td data-label={t("list.status")}>
                {isStopped ? (
                  <Badge tone="critical">{t("statuses.stopped")}</Badge>
                ) : (
                  <Badge {...(status === "done" && { tone: "success" })}>{t(`statuses.${status}`)}</Badge>
                )}
              </td>
              <td data-label={t("list.date")}>{formatDate(createdAt, timeZone)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </BlockStack>
  );
}
