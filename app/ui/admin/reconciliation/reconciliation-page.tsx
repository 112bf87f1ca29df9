import { Badge, BlockStack, Button, EmptyState, InlineStack, Link } from "@shopify/polaris";
import type { ProviderStatementWire } from "#app/contracts/provider-statement.ts";
import type { StatementLineWire } from "#app/contracts/reconciliation.ts";
import { untold } from "#app/domain/statements/match.ts";
import { formatCount, formatDate, formatDateTime, formatMoney } from "../../shared/format.ts";
import type { PageOfList } from "../../shared/list/list-footer.tsx";
import { ListPage } from "../../shared/list/list-page.tsx";
import { OwnClick } from "../../shared/list/own-click.tsx";
import { StatusBadge } from "../../shared/status-badge.tsx";
import { useLookWhile } from "../../shared/use-refresh.ts";
import { stateName } from "../payouts/payout-words.ts";
import { matchNames, matchTones, providerNames, saysNames, stepWords } from "./match-words.ts";
import { AnswerLine } from "./answer-line.tsx";
import { StatementStanding } from "./statement-standing.tsx";
import { useResolve } from "./use-resolve.ts";

type Props = {
  statement: ProviderStatementWire;
  lines: readonly StatementLineWire[];
  pagination: PageOfList;
  exportUrl: string;
  timeZone: string;
};

const isLine = { singular: "line", plural: "lines" };

/** One statement of a provider: how its lines stand to the payouts, and what can be done about each. */
export function ReconciliationPage({ statement, lines, pagination, exportUrl, timeZone }: Props) {
  useLookWhile(statement.status === "reading" || statement.status === "matching");
  const { resolve, again, asking, error } = useResolve(lines);
  return (
    <>
      {asking && <AnswerLine {...asking} />}
      <ListPage
        title={`${providerNames[statement.provider]}: ${statement.fileName || "report"}`}
        subtitle={daysOf(statement, timeZone)}
        secondaryActions={[
          { content: "All statements", url: "/dashboard/affiliates/payouts/reconcile" },
          ...(statement.status === "stopped" ? [] : [{ content: "Compare again", onAction: again }]),
        ]}
        resourceName={isLine}
        exportUrl={exportUrl}
        error={error}
        banner={<StatementStanding statement={statement} goOn={again} />}
        bulkActions={(["settle", "return", "fee", "noted"] as const).map((step) => ({
          content: stepWords[step].label,
          onAction: (ids, clear) => resolve(ids.map(Number), step, clear),
        }))}
        headings={[
          { title: "Line" },
          { title: "Says" },
          { title: "Stands" },
          { title: "Next step" },
          { title: "Affiliate" },
          { title: "Payout" },
          { title: "There", numeric: true },
          { title: "Here", numeric: true },
          { title: "Fee there", numeric: true },
          { title: "Fee here", numeric: true },
          { title: "To" },
        ]}
        rows={lines.map((line) => ({
          id: String(line.number),
          url: line.item ? `/dashboard/affiliates/payouts/items/${line.item.id}` : "#",
          name: untold.has(line.match) ? "–" : String(line.number),
          cells: [
            line.says === null ? "–" : saysNames[line.says],
            <Stand key="match" line={line} statementId={statement.id} />,
            <OwnClick key="step">
              <NextStep line={line} resolve={resolve} timeZone={timeZone} />
            </OwnClick>,
            line.affiliate?.name ?? "–",
            line.item ? (
              <StatusBadge key="status" status={line.item.status} label={stateName(line.item.status)} />
            ) : (
              "–"
            ),
            untold.has(line.match) ? "–" : formatMoney(line.amount),
            line.item ? formatMoney(line.item.amount) : "–",
            line.fee ? formatMoney(line.fee) : "–",
            line.item ? formatMoney(line.item.fee) : "–",
            line.receiver || "–",
          ],
        }))}
        pagination={pagination}
        emptyState={
          <EmptyState heading="It has no lines" image="">
            <p>Nothing of it is about payouts.</p>
          </EmptyState>
        }
      />
    </>
  );
}

/** How a line stands; of a payment beside a payout also where the payout's own is told. */
function Stand({ line, statementId }: { line: StatementLineWire; statementId: string }) {
  const { match, paidBy } = line;
  const badge = <Badge tone={matchTones[match]}>{matchNames[match]}</Badge>;
  if (!paidBy) return badge;
  const where = paidBy.statement === statementId ? "" : " of another statement";
  return (
    <BlockStack gap="050" inlineAlign="start">
      {badge}
      <OwnClick>
        <Link url={`/dashboard/affiliates/payouts/reconcile/${paidBy.statement}`}>
          {`Paid already by line ${paidBy.line}${where}`}
        </Link>
      </OwnClick>
    </BlockStack>
  );
}

function daysOf(statement: ProviderStatementWire, timeZone: string): string {
  const { since, until, lines, provider, source } = statement;
  const last = new Date(Date.parse(until) - 1).toISOString();
  const isReport = provider === "paypal" && source === "api";
  const known = isReport ? `, PayPal's report knew up to ${formatDateTime(until, timeZone)}` : "";
  return `${formatDate(since, timeZone)} to ${formatDate(last, timeZone)}, ${linesOf(lines)}${known}`;
}

const linesOf = (count: number) => (count === 1 ? "1 line" : `${formatCount(count)} lines`);

const waitText =
  "The provider works on it. Take its next statement in when it is done, or compare again: nothing is posted before.";

const onItsWayText =
  "The provider may still pay it, and tells the app by itself what becomes of it. Compare again then: what is posted back now could be paid a second time.";

const atBankText =
  "Its file was handed over, and a bank takes up to five working days to pay. A statement that goes on to this day tells whether it did: what is posted back now could be paid a second time.";

const goneText =
  "The store has no such customer any more, so that nobody can read what was booked on the account. A note confirms what stands here; what is open is settled or posted back by whoever knows.";

type NextStepProps = {
  line: StatementLineWire;
  resolve: ReturnType<typeof useResolve>["resolve"];
  timeZone: string;
};

function NextStep({ line, resolve, timeZone }: NextStepProps) {
  if (line.resolvedAt !== null) {
    const done =
      line.resolution === "found" ? "No longer missing" : stepWords[line.resolution as "noted"].label;
    return (
      <span className="wrapping-cell" title={line.note}>
        {`${done}, ${line.resolvedBy ?? ""}`}
      </span>
    );
  }
  if (line.steps.length === 0) return "–";
  return (
    <InlineStack gap="200" wrap={false} blockAlign="center">
      {line.waits && <Wait line={line} timeZone={timeZone} />}
      {line.match === "unreadable" && <span title={goneText}>See who was paid</span>}
      {line.steps.map((step, index) => (
        <Button
          key={step}
          size="slim"
          variant={index === 0 ? "secondary" : "tertiary"}
          onClick={() => resolve([line.number], step)}
          accessibilityLabel={`${stepWords[step].label}: line ${line.number}`}
        >
          {step === "noted" ? "Note" : stepWords[step].label}
        </Button>
      ))}
    </InlineStack>
  );
}

function Wait({ line: { match, waitsUntil }, timeZone }: Pick<NextStepProps, "line" | "timeZone">) {
  if (waitsUntil !== null) {
    return <span title={atBankText}>{`Wait until ${formatDate(waitsUntil, timeZone)}`}</span>;
  }
  return <span title={match === "pending" ? waitText : onItsWayText}>Wait</span>;
}
