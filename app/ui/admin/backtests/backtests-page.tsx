import { Form, useNavigation } from "@remix-run/react";
import { BlockStack, Button, FormLayout, InlineStack, Link, Text } from "@shopify/polaris";
import { useCallback, useState } from "react";
import type { BacktestPlace } from "#app/contracts/backtest-place.ts";
import type { backtestForm, BacktestHeadWire, ImportWire } from "#app/contracts/backtest.ts";
import { DetailPage, Section } from "../../shared/detail-page.tsx";
import { ErrorBanner, type FormRefusal } from "../../shared/error-banner.tsx";
import { FormSelect, FormTextField } from "../../shared/form/form-fields.tsx";
import { type FieldsOf, useAppForm } from "../../shared/form/use-app-form.ts";
import { formatCount, formatDateTime, formatDay } from "../../shared/format.ts";
import { ScrollBox } from "../../shared/scroll-box.tsx";
import { statusLabel } from "../../shared/status-badge.tsx";
import { useIntent } from "../../shared/form/use-intent.ts";
import { useLookWhile } from "../../shared/use-refresh.ts";
import { useUiActions } from "../../state/ui-provider.tsx";
import { backtestOf, comparedTexts, scopeTexts } from "./backtest-words.ts";
import { isOpen, RunProgress } from "./run-progress.tsx";

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
  const whose = backtestOf(place);
  // A program that is not created yet has no saved terms, so the draft comes from its editor.
  const hasTerms = place.kind !== "new" || draft !== null || (refusal?.given?.["terms"] ?? "") !== "";
  useLookWhile([...backtests, ...imports.imports].some(isOpen));
  return (
    <DetailPage
      title="Backtest"
      subtitle={whose}
      back={{ content: whose, url: place.editor }}
      aside={<ImportSection shown={imports} defaults={importDefaults} />}
    >
      <Section title="Run terms over past orders">
        <Text as="p" tone="subdued">
          Shows what a draft would have cost beside today&apos;s terms, by affiliate and product. Nothing is
          posted. {comparedTexts[place.kind]}
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
            To run a draft, describe the program in <Link url={place.editor}>its editor</Link> and choose
            “Backtest this draft” there.
          </Text>
        )}
      </Section>
      <Section title="Earlier backtests">
        <EarlierTable place={place} backtests={backtests} timeZone={timeZone} />
      </Section>
    </DetailPage>
  );
}

type EarlierTableProps = Pick<BacktestsPageData, "place" | "backtests" | "timeZone">;

function EarlierTable({ place, backtests, timeZone }: EarlierTableProps) {
  if (backtests.length === 0) return <Text as="p">There are none yet.</Text>;
  return (
    <ScrollBox label="Earlier backtests">
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">Asked</th>
            <th scope="col">Days</th>
            <th scope="col">Orders</th>
            <th scope="col">Status</th>
          </tr>
        </thead>
        <tbody>
          {backtests.map((one) => (
            <tr key={one.id}>
              <th scope="row">
                <Link url={`${place.path}/${one.id}`}>{formatDateTime(one.createdAt, timeZone)}</Link>
              </th>
              <td>{`${formatDay(one.firstDay)} to ${formatDay(one.lastDay)}`}</td>
              <td>{`${scopeTexts[place.kind][one.scope]}: ${formatCount(one.ordersTotal)}`}</td>
              <td>{statusLabel(one.status)}</td>
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
  const { imports, earliestDay, ordersHere, countedUpTo } = shown;
  const [newest] = imports;
  const running = newest !== undefined && isOpen(newest);
  const count = ordersHere >= countedUpTo ? `At least ${formatCount(countedUpTo)}` : formatCount(ordersHere);
  return (
    <Section title="Past orders">
      <Text as="p">{`${count} ${ordersHere === 1 ? "order is" : "orders are"} here.`}</Text>
      {newest && <RunProgress run={newest} label="Reading past orders" />}
      {newest?.status === "done" && (
        <Text as="p" tone="subdued">
          {`Last read: ${formatCount(newest.ordersDone)} orders of ${formatDay(newest.firstDay)} to ${formatDay(newest.lastDay)}.`}
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
  const { addToast } = useUiActions();
  const onDone = useCallback(() => void addToast({ message: "Past orders are being read" }), [addToast]);
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
            <FormTextField field={fields.firstDay} type="date" label="Read from" />
            <FormTextField field={fields.lastDay} type="date" label="Read to" />
          </FormLayout.Group>
        </FormLayout>
        {earliestDay !== null && (
          <Text as="p" tone="subdued">
            {`Shopify tells this app of the last 60 days, from ${formatDay(earliestDay)} on. Older orders need its permission to read all orders.`}
          </Text>
        )}
        <InlineStack>
          <Button submit loading={isBusy}>
            Read past orders from Shopify
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

const scopesOf = (kind: StartFormProps["kind"]) => [
  { label: "Credited orders, or all while there are none", value: "" },
  { label: scopeTexts[kind].credited, value: "credited" },
  { label: scopeTexts[kind].all, value: "all" },
];

/** Form that chooses the orders of a backtest. The draft comes from the previous form or is the saved terms. */
export function StartForm({ kind, defaults, draft, refusal, isBusy }: StartFormProps) {
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
            <FormTextField field={fields.firstDay} type="date" label="From" />
            <FormTextField field={fields.lastDay} type="date" label="To" />
          </FormLayout.Group>
          {kind === "own" ? (
            <Text as="p">{scopeTexts.own.credited}.</Text>
          ) : (
            <FormSelect field={fields.scope} label="Orders" options={scopesOf(kind)} />
          )}
        </FormLayout>
        <InlineStack>
          <Button variant="primary" submit loading={isBusy}>
            Run backtest
          </Button>
        </InlineStack>
      </BlockStack>
    </Form>
  );
}

function draftText(terms: string, draft: StartFormProps["draft"]): string {
  if (terms !== "") return "The draft from the editor is run.";
  if (draft !== null) return `The draft of an earlier backtest is run: ${draft.text}.`;
  return "The saved terms are run. To run a draft, change the terms in their editor and choose “Backtest this draft” there.";
}
