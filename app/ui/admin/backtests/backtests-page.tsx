import { Form, useNavigation } from "@remix-run/react";
import { BlockStack, Button, FormLayout, InlineStack, Link, Text } from "@shopify/polaris";
import { useCallback, useState } from "react";
import type { BacktestPlace } from "#app/contracts/backtest-place.ts";
import type { backtestForm, BacktestHeadWire, ImportWire } from "#app/contracts/backtest.ts";
import { backtests as backtestTexts } from "#app/i18n/en/admin/backtests.ts";
import { programs } from "#app/i18n/en/admin/programs.ts";
import { DetailPage, Section } from "../../shared/detail-page.tsx";
import { ErrorBanner, type FormRefusal } from "../../shared/error-banner.tsx";
import { FormSelect, FormTextField } from "../../shared/form/form-fields.tsx";
import { type FieldsOf, useAppForm } from "../../shared/form/use-app-form.ts";
import { formatCount, formatListTime, formatDay } from "../../shared/format.ts";
import { ScrollBox } from "../../shared/scroll-box.tsx";
import { useIntent } from "../../shared/form/use-intent.ts";
import { useLookWhile } from "../../shared/use-refresh.ts";
import { useUiActions } from "../../state/ui-provider.tsx";
import { merchantText, provideTexts, useText } from "../../texts/use-text.ts";
import { backtestOf, scopeText } from "./backtest-words.ts";
import { isOpen, RunProgress } from "./run-progress.tsx";

provideTexts({ backtests: backtestTexts, programs });

export type BacktestsPageData = {
  readonly place: BacktestPlace;
  readonly backtests: readonly BacktestHeadWire[];
  readonly draft: { readonly of: string; readonly text: string } | null;
  readonly defaults: StartDefaults;
  readonly imports: OrderImports;
  readonly importDefaults: StartDefaults;
  readonly timeZone: string;
};

type Props = BacktestsPageData & { refusal: FormRefusal | null };

/** Backtests of a program's or an affiliate's terms, a form to start one, and the import of past orders. */
export function BacktestsPage(props: Props) {
  const { place, backtests, draft, defaults, imports, importDefaults, timeZone, refusal } = props;
  const navigation = useNavigation();
  const t = useText("backtests");
  const whose = backtestOf(place);
  // A program that is not created yet has no saved terms, so the draft comes from its editor.
  const hasTerms = place.kind !== "new" || draft !== null || (refusal?.given?.["terms"] ?? "") !== "";
  useLookWhile([...backtests, ...imports.imports].some(isOpen));
  return (
    <DetailPage
      title={t("list.ofProgram", { name: whose })}
      back={{ content: whose, url: place.editor }}
      aside={<ImportSection shown={imports} defaults={importDefaults} />}
    >
      <Section title={t("list.start")}>
        <Text as="p" tone="subdued">
          {`${t("list.intro")} ${t(`compared.${place.kind}`)}`}
        </Text>
        {hasTerms ? (
          <StartForm
            key={draft?.of ?? ""}
            kind={place.kind}
            defaults={defaults}
            draft={draft}
            refusal={refusal}
            isBusy={navigation.formData?.get("intent") === "start"}
          />
        ) : (
          <Text as="p">
            <Link url={place.editor}>{t("list.needsTerms")}</Link>
          </Text>
        )}
      </Section>
      <Section title={t("list.earlier")}>
        <EarlierTable place={place} backtests={backtests} timeZone={timeZone} />
      </Section>
    </DetailPage>
  );
}

type EarlierTableProps = Pick<BacktestsPageData, "place" | "backtests" | "timeZone">;

function EarlierTable({ place, backtests, timeZone }: EarlierTableProps) {
  const t = useText("backtests");
  if (backtests.length === 0) return <Text as="p">{t("list.none")}</Text>;
  return (
    <ScrollBox label={t("list.earlier")}>
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">{t("list.created")}</th>
            <th scope="col">{t("list.days")}</th>
            <th scope="col">{t("list.orders")}</th>
            <th scope="col">{t("list.status")}</th>
          </tr>
        </thead>
        <tbody>
          {backtests.map((one) => (
            <tr key={one.id}>
              <th scope="row">
                <Link url={`${place.path}/${one.id}`}>{formatListTime(one.createdAt, timeZone)}</Link>
              </th>
              <td>{t("page.range", { from: formatDay(one.firstDay), to: formatDay(one.lastDay) })}</td>
              <td>
                {t("list.counted", {
                  scope: scopeText(place.kind, one.scope),
                  total: formatCount(one.ordersTotal),
                })}
              </td>
              <td>{t(`list.statuses.${one.status}`)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

type OrderImports = {
  readonly imports: readonly ImportWire[];
  readonly earliestDay: string | null;
  /** Imported orders of the shop, counted up to `countedUpTo`. */
  readonly ordersHere: number;
  readonly countedUpTo: number;
};

type ImportSectionProps = { shown: OrderImports; defaults: { firstDay: string; lastDay: string } };

/** Number of imported orders, and the form that imports more from Shopify. */
function ImportSection({ shown, defaults }: ImportSectionProps) {
  const t = useText("backtests");
  const { imports, earliestDay, ordersHere, countedUpTo } = shown;
  const [newest] = imports;
  const running = newest !== undefined && isOpen(newest);
  const isMore = ordersHere >= countedUpTo;
  return (
    <Section title={t("imports.title")}>
      <Text as="p">
        {isMore ? t("imports.atLeast", { count: countedUpTo }) : t("imports.count", { count: ordersHere })}
      </Text>
      {newest && <RunProgress run={newest} label={t("imports.progress")} />}
      {newest?.status === "done" && (
        <Text as="p" tone="subdued">
          {t("imports.last", {
            count: newest.ordersDone,
            from: formatDay(newest.firstDay),
            to: formatDay(newest.lastDay),
          })}
        </Text>
      )}
      {!running && <ImportForm defaults={defaults} earliestDay={earliestDay} />}
    </Section>
  );
}

function ImportForm({
  defaults,
  earliestDay,
}: {
  defaults: ImportSectionProps["defaults"];
  earliestDay: string | null;
}) {
  const t = useText("backtests");
  const { addToast } = useUiActions();
  const onDone = useCallback(() => void addToast({ message: t("imports.started") }), [addToast, t]);
  const { fetcher, answer, isBusy } = useIntent("import", onDone);
  const { id, fields, banner } = useAppForm({
    id: "import",
    defaultValue: { ...defaults } satisfies FieldsOf<typeof backtestForm>,
    answer,
  });
  return (
    <fetcher.Form method="post" id={id}>
      <input type="hidden" name="intent" value="import" />
      <BlockStack gap="300">
        <ErrorBanner {...banner} />
        <FormLayout>
          <FormLayout.Group>
            <FormTextField field={fields.firstDay} type="date" label={t("imports.from")} />
            <FormTextField field={fields.lastDay} type="date" label={t("imports.to")} />
          </FormLayout.Group>
        </FormLayout>
        {earliestDay !== null && (
          <Text as="p" tone="subdued">
            {t("imports.window", { date: formatDay(earliestDay) })}
          </Text>
        )}
        <InlineStack>
          <Button submit loading={isBusy}>
            {t("imports.run")}
          </Button>
        </InlineStack>
      </BlockStack>
    </fetcher.Form>
  );
}

export type StartDefaults = { readonly firstDay: string; readonly lastDay: string };

type StartFormProps = {
  kind: BacktestPlace["kind"];
  defaults: StartDefaults;
  /** An earlier backtest whose draft is run again, and the draft in words. */
  draft: { readonly of: string; readonly text: string } | null;
  refusal: FormRefusal | null;
  isBusy: boolean;
};

function scopesOf(kind: StartFormProps["kind"]) {
  const t = merchantText("backtests");
  return [
    { label: t("scopes.usual"), value: "" },
    { label: scopeText(kind, "credited"), value: "credited" },
    { label: scopeText(kind, "all"), value: "all" },
  ];
}

/** Form that chooses the orders of a backtest. The draft comes from the previous form or is the saved terms. */
export function StartForm({ kind, defaults, draft, refusal, isBusy }: StartFormProps) {
  const t = useText("backtests");
  const { id, fields, banner } = useAppForm({
    id: "start",
    defaultValue: { ...defaults, scope: "" } satisfies FieldsOf<typeof backtestForm>,
    answer: refusal,
  });
  // The posted draft, or that of an earlier backtest.
  const [{ terms, of }] = useState(() => ({
    terms: String(refusal?.given?.["terms"] ?? ""),
    of: String(refusal?.given?.["of"] ?? draft?.of ?? ""),
  }));
  return (
    <Form method="post" id={id}>
      <input type="hidden" name="intent" value="start" />
      {terms !== "" && <input type="hidden" name="terms" value={terms} />}
      {of !== "" && <input type="hidden" name="of" value={of} />}
      <BlockStack gap="400">
        <ErrorBanner {...banner} />
        <Text as="p">{draftText(terms, draft)}</Text>
        <FormLayout>
          <FormLayout.Group>
            <FormTextField field={fields.firstDay} type="date" label={t("list.from")} />
            <FormTextField field={fields.lastDay} type="date" label={t("list.to")} />
          </FormLayout.Group>
          {kind === "own" ? (
            <Text as="p">{scopeText("own", "credited")}</Text>
          ) : (
            <FormSelect field={fields.scope} label={t("list.orders")} options={scopesOf(kind)} />
          )}
        </FormLayout>
        <InlineStack>
          <Button variant="primary" submit loading={isBusy}>
            {t("list.run")}
          </Button>
        </InlineStack>
      </BlockStack>
    </Form>
  );
}

function draftText(terms: string, draft: StartFormProps["draft"]): string {
  const t = merchantText("backtests");
  if (terms !== "") return t("list.draft");
  return draft === null ? t("list.saved") : t("list.earlierDraft", { terms: draft.text });
}
