import { useFetcher } from "@remix-run/react";
import {
  Banner,
  BlockStack,
  Box,
  Button,
  Card,
  ChoiceList,
  EmptyState,
  InlineStack,
  ProgressBar,
  Spinner,
  Text,
  TextField,
} from "@shopify/polaris";
import { type ComponentProps, useEffect, useState } from "react";
import type {
  CandidateWire,
  ProviderStatementWire,
  StatementLineWire,
} from "#app/contracts/reconciliation.ts";
import { statementLineList } from "#app/contracts/lists/reconciliation.ts";
import { AppModal } from "../../shared/frame/app-modal.tsx";
import { ErrorBanner, type FormRefusal } from "../../shared/error-banner.tsx";
import { formatDate, formatDateTime, formatMoney } from "../../shared/format.ts";
import type { PageOfList } from "../../shared/list/list-footer.tsx";
import { ListPage } from "../../shared/list/list-page.tsx";
import { StatusBadge } from "../../shared/status-badge.tsx";
import { useLookWhile } from "../../shared/use-refresh.ts";
import { AnswerLine, LineDetails, useResolve } from "./line-details.tsx";
import { rowStateOf, statementName, stepWords } from "./match-words.ts";
import { reconciliationText as t } from "./reconciliation-text.ts";

type Props = {
  statement: ProviderStatementWire;
  lines: readonly StatementLineWire[];
  pagination: PageOfList;
  timeZone: string;
};

/** An imported statement: its rows with their matches and steps. */
export function ReconciliationPage({ statement, lines, pagination, timeZone }: Props) {
  useLookWhile(statement.status === "reading" || statement.status === "matching");
  const { resolve, markMatched, again, asking, choosing, error, isBusy } = useResolve(lines, statement);
  const marked = statement.toMark.reduce((sum, { count }) => sum + count, 0);
  return (
    <>
      {asking && <AnswerLine {...asking} />}
      {choosing && <ChoosePayment statementId={statement.id} timeZone={timeZone} {...choosing} />}
      <ListPage
        list={statementLineList}
        exportOf={statement.id}
        title={statementName(statement, timeZone)}
        subtitle={daysOf(statement, timeZone)}
        {...(statement.status === "ready" &&
          marked > 0 && {
            primaryAction: {
              content: t("statement.markCount", { count: marked }),
              loading: isBusy,
              onAction: markMatched,
            },
          })}
        backAction={{ content: t("list.title"), url: "/dashboard/affiliates/payouts/reconcile" }}
        secondaryActions={
          statement.status === "stopped" ? [] : [{ content: t("statement.again"), onAction: again }]
        }
        resourceName={{ singular: t("statement.one"), plural: t("statement.many") }}
        error={error}
        banner={<StatementProgress statement={statement} goOn={again} />}
        viewName="view"
        statuses={viewsOf(statement)}
        hasOthers={statement.lines > 0}
        bulkActions={(["settle", "return", "fee", "noted"] as const).map((step) => ({
          content: stepWords(step).label,
          onAction: (ids, clear) => resolve(ids.map(Number), step, clear),
        }))}
        rows={lines}
        rowOf={(line) => ({
          id: String(line.number),
          ...(line.payment && { url: `/dashboard/affiliates/payouts/payments/${line.payment.id}` }),
        })}
        renderCells={cellsOf({ statementId: statement.id, resolve, timeZone })}
        timeZone={timeZone}
        pagination={pagination}
        emptyState={
          <EmptyState heading={t("statement.emptyTitle")} image="/empty-commissions.svg">
            <p>{t("statement.empty")}</p>
          </EmptyState>
        }
      />
    </>
  );
}

type DetailsProps = Omit<ComponentProps<typeof LineDetails>, "line">;

function cellsOf(props: DetailsProps) {
  return {
    look: (line: StatementLineWire) => <StatusBadge of="statementRow" state={rowStateOf(line)} />,
    details: (line: StatementLineWire) => <LineDetails line={line} {...props} />,
  };
}

const views = [
  { value: "to_review", matches: null },
  { value: "matched", matches: ["matched", "paid"] },
  { value: "unclear", matches: ["unclear"] },
  { value: "not_in_app", matches: ["unexpected"] },
  { value: "missing", matches: ["missing", "awaited", "unreadable"] },
] as const;

/** The views of a statement's rows, each with its count. */
function viewsOf({ open, counts }: ProviderStatementWire) {
  const countOf = (names: readonly string[]) =>
    counts.filter(({ match }) => names.includes(match)).reduce((sum, { count }) => sum + count, 0);
  return views.map(({ value, matches }) => {
    const count = matches === null ? open : countOf(matches);
    return { value, label: t("statement.view", { view: t(`statement.views.${value}`), count }) };
  });
}

function daysOf({ since, until, lines, provider, source }: ProviderStatementWire, timeZone: string): string {
  const last = new Date(Date.parse(until) - 1).toISOString();
  const isReport = provider === "paypal" && source === "api";
  const [first, end] = [formatDate(since, timeZone), formatDate(last, timeZone)];
  const days =
    first === end
      ? t("statement.day", { date: first, count: lines })
      : t("statement.days", { first, last: end, count: lines });
  return isReport ? `${days}. ${t("statement.knownUntil", { date: formatDateTime(until, timeZone) })}` : days;
}

type ChoosePaymentProps = {
  statementId: string;
  line: StatementLineWire;
  timeZone: string;
  refusal: FormRefusal | null;
  isBusy: boolean;
  onChoose: (payment: string) => void;
  onClose: () => void;
};

const typingMs = 300;

/** Chooses the payment of a row. Moves no money. */
export function ChoosePayment({
  statementId,
  line,
  timeZone,
  refusal,
  isBusy,
  onChoose,
  onClose,
}: ChoosePaymentProps) {
  const { load, data, state } = useFetcher<CandidateWire[]>();
  const [search, setSearch] = useState("");
  const [chosen, setChosen] = useState("");
  const url = `/dashboard/payouts/reconcile/${statementId}/lines/${line.number}/payments`;
  useEffect(() => {
    const timer = setTimeout(
      () => load(`${url}?search=${encodeURIComponent(search)}`),
      search === "" ? 0 : typingMs,
    );
    return () => clearTimeout(timer);
  }, [load, url, search]);
  return (
    <AppModal
      title={t("choose.title")}
      onClose={onClose}
      primaryAction={{
        content: t("choose.submit"),
        loading: isBusy,
        disabled: chosen === "",
        onAction: () => onChoose(chosen),
      }}
      secondaryActions={[{ content: t("choose.cancel"), onAction: onClose }]}
    >
      <BlockStack gap="300">
        <ErrorBanner message={refusal?.message} answer={refusal} />
        <TextField
          label={t("choose.search")}
          autoComplete="off"
          value={search}
          onChange={setSearch}
          maxLength={100}
        />
        {data?.length === 0 && state === "idle" && <Text as="p">{t("choose.none")}</Text>}
        <ChoiceList
          title={t("choose.label")}
          titleHidden
          selected={[chosen]}
          onChange={([id = ""]) => setChosen(id)}
          choices={(data ?? []).map((one) => ({
            value: one.id,
            label: t("choose.payment", {
              name: one.affiliate,
              amount: formatMoney(one.amount),
              date: formatDate(one.at, timeZone),
            }),
          }))}
        />
      </BlockStack>
    </AppModal>
  );
}

type StatementProgressProps = {
  statement: ProviderStatementWire;
  /** Resumes a stopped comparison. */
  goOn: () => void;
};

/** Progress of a statement, its totals, and finally the counts of its rows. */
export function StatementProgress({ statement, goOn }: StatementProgressProps) {
  const { status, compared, lines, stopped } = statement;
  if (status === "stopped") {
    return (
      <Banner tone="critical" title={t("progress.stopped")}>
        <BlockStack gap="200">
          <p>{stopped}</p>
          <Totals statement={statement} />
          <InlineStack>
            <Button onClick={goOn}>{t("progress.resume")}</Button>
          </InlineStack>
        </BlockStack>
      </Banner>
    );
  }
  if (status === "reading") {
    return (
      <Card>
        <BlockStack gap="200">
          <InlineStack gap="200" blockAlign="center">
            <Spinner size="small" accessibilityLabel={t("progress.reading")} />
            <Text as="p">{t("progress.readingLines", { count: lines })}</Text>
          </InlineStack>
          <Totals statement={statement} />
        </BlockStack>
      </Card>
    );
  }
  if (status === "matching") {
    return (
      <Card>
        <BlockStack gap="200">
          <div id="compared">
            <Text as="p">{t("progress.comparing", { compared, count: lines })}</Text>
          </div>
          <ProgressBar
            progress={lines === 0 ? 0 : Math.round((compared / lines) * 100)}
            size="small"
            ariaLabelledBy="compared"
          />
          <Totals statement={statement} />
        </BlockStack>
      </Card>
    );
  }
  return (
    <Box paddingInline={{ xs: "400", sm: "0" }}>
      <Totals statement={statement} />
    </Box>
  );
}

/** Totals of the imported lines, one per currency, with the number of accounts. */
function Totals({ statement: { status, accounts, totals } }: { statement: ProviderStatementWire }) {
  const sums = totals.map(({ currency, paid, back }) =>
    [
      currency,
      t("progress.paid", { count: paid.count, amount: formatMoney(paid.amount) }),
      back.count > 0 ? t("progress.back", { count: back.count, amount: formatMoney(back.amount) }) : "",
    ]
      .filter(Boolean)
      .join(" · "),
  );
  const ofAccounts = accounts === null ? "" : t("progress.accounts", { count: accounts });
  const said = [ofAccounts, ...sums].filter(Boolean);
  if (said.length === 0) return null;
  return (
    <BlockStack gap="050">
      <Text as="p" tone="subdued">
        {t(status === "ready" ? "progress.inStatement" : "progress.soFar")}
      </Text>
      {said.map((one) => (
        <Text as="p" key={one}>
          {one}
        </Text>
      ))}
    </BlockStack>
  );
}
