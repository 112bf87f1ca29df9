import { useFetcher } from "@remix-run/react";
import { Banner, BlockStack, Card, Text } from "@shopify/polaris";
import { useState } from "react";
import type { ComparisonWire } from "#app/contracts/shadow.ts";
import type { ImportChoices } from "#app/domain/imports/import-reading.ts";
import { useConfirm } from "../../shared/confirm-modal.tsx";
import { ErrorBanner, type FormAnswer } from "../../shared/error-banner.tsx";
import { useFileAction } from "../../shared/file-button.tsx";
import { formatCount } from "../../shared/format.ts";
import { AppPage } from "../../shared/frame/app-page.tsx";
import { TaskProgress } from "../../shared/task-progress.tsx";
import { useLookWhile } from "../../shared/use-refresh.ts";
import { ImportMapping, shownChoices } from "../imports/import-mapping.tsx";
import { systemName } from "../imports/import-words.ts";
import { ComparisonResult } from "./comparison-result.tsx";
import { shadowText as t } from "./shadow-text.ts";

type Props = { comparison: ComparisonWire; currency: string };

const list = "/dashboard/programs/shadow";

/** A comparison with an export: its mapping, then its progress, and its result. */
export function ComparisonPage({ comparison, currency }: Props) {
  const { id, status, mapping, system, fileName, progress, error } = comparison;
  const fetcher = useFetcher<FormAnswer>();
  const isBusy = fetcher.state !== "idle";
  const refusal = fetcher.data?.ok === false ? fetcher.data : null;
  const [changed, setChanged] = useState<ImportChoices | null>(null);
  const choices = changed ?? (mapping ? shownChoices({ kind: "referrals", system, mapping }, currency) : {});
  const post = (form: Record<string, string>) =>
    fetcher.submit(form, { method: "post", action: `${list}/${id}` });
  const readAgain = ({ system: chosen }: ImportChoices) => {
    setChanged(null);
    post({ intent: "read", choices: JSON.stringify(chosen === undefined ? {} : { system: chosen }) });
  };
  const run = () => post({ intent: "start", choices: JSON.stringify(choices) });
  useLookWhile(status === "running");
  const secondary = useSecondaryActions(comparison, () => post({ intent: "delete" }));
  return (
    <AppPage
      title={fileName}
      subtitle={t("page.fileOf", { system: systemName(system) })}
      backAction={{ content: t("title"), url: list }}
      {...(mapping && { primaryAction: { content: t("page.run"), loading: isBusy, onAction: run } })}
      secondaryActions={secondary}
    >
      <BlockStack gap="400">
        <ErrorBanner message={refusal?.message} />
        {status === "failed" && (
          <Banner tone="critical" title={t("page.stopped")}>
            <p>{error}</p>
          </Banner>
        )}
        {mapping && (
          <>
            <Text as="p" tone="subdued">
              {t("page.rows", { count: comparison.rows })}
            </Text>
            <Card>
              <ImportMapping
                upload={{ kind: "referrals", system, mapping }}
                purpose="audit"
                choices={choices}
                change={setChanged}
                readAgain={readAgain}
              />
            </Card>
          </>
        )}
        {progress && <TaskProgress {...progress} text={progressText(progress)} note={t("page.leave")} />}
        {status === "done" && <ComparisonResult comparison={comparison} />}
      </BlockStack>
    </AppPage>
  );
}

function progressText({ step, done, total }: NonNullable<ComparisonWire["progress"]>): string {
  if (step === "others") return t("page.looking");
  return t("page.comparing", { done: formatCount(done), total: formatCount(total) });
}

function useSecondaryActions({ id, status, finding, search }: ComparisonWire, onDelete: () => void) {
  const confirm = useConfirm();
  const query = new URLSearchParams({ id, ...(finding && { finding }), ...(search !== "" && { search }) });
  const csv = useFileAction(`/dashboard/export/comparison.csv?${query}`, t("page.csv"));
  const ask = () =>
    confirm({
      title: t("page.deleteTitle"),
      message: t("page.deleteText"),
      confirmLabel: t("page.delete"),
      destructive: true,
      onConfirm: onDelete,
    });
  return [...(status === "done" ? [csv] : []), { content: t("page.delete"), onAction: ask }];
}
