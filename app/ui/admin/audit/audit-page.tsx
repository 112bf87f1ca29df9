import { useFetcher } from "@remix-run/react";
import { Banner, BlockStack, Card } from "@shopify/polaris";
import { useState } from "react";
import type { AuditWire } from "#app/contracts/audit.ts";
import type { ImportChoices } from "#app/domain/imports/import-reading.ts";
import { useConfirm } from "../../shared/confirm-modal.tsx";
import { bannerMessage, ErrorBanner, type FormAnswer } from "../../shared/error-banner.tsx";
import { formatCount } from "../../shared/format.ts";
import { AppPage } from "../../shared/frame/app-page.tsx";
import { TaskProgress } from "../../shared/task-progress.tsx";
import { useFileAction } from "../../shared/file-button.tsx";
import { useLookWhile } from "../../shared/use-refresh.ts";
import { ImportMapping, shownChoices } from "../imports/import-mapping.tsx";
import { systemName } from "../imports/import-words.ts";
import { AllowAllOrders } from "./allow-all-orders.tsx";
import { AuditRates, ratesFor, type StatedRates } from "./audit-rates.tsx";
import { AuditResult } from "./audit-result.tsx";
import { auditText as t } from "./audit-text.ts";

type Props = { audit: AuditWire; currency: string; mayReadAll: boolean };

const list = "/dashboard/programs/audit";

/** An audit: its mapping and rates, then its progress, and its result. */
export function AuditPage({ audit, currency, mayReadAll }: Props) {
  const { id, status, mapping, system, fileName } = audit;
  const fetcher = useFetcher<FormAnswer>();
  const isBusy = fetcher.state !== "idle";
  const refusal = fetcher.data?.ok === false ? fetcher.data : null;
  const [changed, setChanged] = useState<ImportChoices | null>(null);
  const [rates, setRates] = useState<StatedRates | null>(null);
  const stated = withPrograms(rates, ratesFor(audit));
  const choices = changed ?? (mapping ? shownChoices({ kind: "referrals", system, mapping }, currency) : {});
  const post = (form: Record<string, string>) =>
    fetcher.submit(form, { method: "post", action: `${list}/${id}` });
  const read = (given: ImportChoices) => {
    setChanged(null);
    post({ intent: "read", choices: JSON.stringify(given) });
  };
  const change = (given: ImportChoices) => {
    // Each program of the file has a rate.
    if (programAt(given) === programAt(choices)) setChanged(given);
    else read(given);
  };
  const run = () =>
    post({ intent: "start", choices: JSON.stringify(choices), rates: JSON.stringify(stated) });
  useLookWhile(status === "waiting" || status === "running");
  const secondary = useSecondaryActions(audit, () => post({ intent: "delete" }));
  return (
    <AppPage
      title={fileName}
      subtitle={t("page.fileOf", { system: systemName(system), count: audit.rows })}
      backAction={{ content: t("list.title"), url: list }}
      {...(mapping && { primaryAction: { content: t("page.run"), loading: isBusy, onAction: run } })}
      secondaryActions={secondary}
    >
      <BlockStack gap="400">
        <ErrorBanner
          message={bannerMessage(
            refusal,
            stated.rates.map((_, at) => `rates.${at}.value`),
          )}
        />
        <Failure audit={audit} />
        {!mayReadAll && audit.unchecked > 0 && <AllowAllOrders />}
        {mapping && (
          <>
            <Card>
              <AuditRates stated={stated} currency={currency} refusal={refusal} change={setRates} />
            </Card>
            <Card>
              <ImportMapping
                upload={{ kind: "referrals", system, mapping }}
                purpose="audit"
                choices={choices}
                change={change}
                readAgain={({ system: chosen }) => read(chosen === undefined ? {} : { system: chosen })}
              />
            </Card>
          </>
        )}
        {audit.progress && (
          <TaskProgress {...audit.progress} text={progressText(audit.progress)} note={t("page.leave")} />
        )}
        {status === "done" && <AuditResult audit={audit} currency={currency} />}
      </BlockStack>
    </AppPage>
  );
}

/** A run that failed, or orders that could not be read. */
function Failure({ audit: { status, error } }: Pick<Props, "audit">) {
  if (error === "") return null;
  return status === "failed" ? (
    <Banner tone="critical" title={t("page.stopped")}>
      <p>{error}</p>
    </Banner>
  ) : (
    <Banner tone="warning">
      <p>{error}</p>
    </Banner>
  );
}

const programAt = ({ columns = [] }: ImportChoices) => columns.indexOf("program");

/** The typed rates of those programs that the file still has. */
function withPrograms(typed: StatedRates | null, shown: StatedRates): StatedRates {
  if (typed === null) return shown;
  const known = new Map(typed.rates.map((rate) => [rate.program, rate]));
  return { base: typed.base, rates: shown.rates.map((rate) => known.get(rate.program) ?? rate) };
}

function useSecondaryActions({ id, status, finding, search }: AuditWire, onDelete: () => void) {
  const confirm = useConfirm();
  const query = new URLSearchParams({ id, ...(finding && { finding }), ...(search !== "" && { search }) });
  const csv = useFileAction(`/dashboard/export/audit.csv?${query}`, t("page.csv"));
  const pdf = useFileAction(`/dashboard/export/audit.pdf?id=${id}`, t("page.pdf"));
  const ask = () =>
    confirm({
      title: t("page.deleteTitle"),
      message: t("page.deleteText"),
      confirmLabel: t("page.delete"),
      destructive: true,
      onConfirm: onDelete,
    });
  return [...(status === "done" ? [pdf, csv] : []), { content: t("page.delete"), onAction: ask }];
}

function progressText({ step, done, total }: NonNullable<AuditWire["progress"]>): string {
  const values = { done: formatCount(done), total: formatCount(Math.max(done, total)) };
  if (step === "others") return t("page.looking");
  if (step === "referrals") return t("page.judging", values);
  return total === 0 ? t("page.readingOrders") : t("page.readOrders", values);
}
