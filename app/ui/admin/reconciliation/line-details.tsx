import { ActionList, BlockStack, Button, InlineStack, Link, Popover, Text } from "@shopify/polaris";
import { useState } from "react";
import type { StatementLineWire } from "#app/contracts/reconciliation.ts";
import { formatDate, formatMoney } from "../../shared/format.ts";
import { hasMatchedFee, stepLabel, stepWords } from "./match-words.ts";
import type { useResolve } from "./use-resolve.ts";

type Step = StatementLineWire["steps"][number];
type Props = {
  line: StatementLineWire;
  statementId: string;
  resolve: ReturnType<typeof useResolve>["resolve"];
  timeZone: string;
};

/** Why a row has its status, and the buttons that settle it. */
export function LineDetails({ line, statementId, resolve, timeZone }: Props) {
  const [isOpen, setOpen] = useState(false);
  const { shown, more } = buttonsOf(line);
  const button = (step: Step) => (
    <Button
      key={step}
      size="slim"
      onClick={() => resolve([line.number], step)}
      accessibilityLabel={`${stepLabel(step, line)}: row ${line.number}`}
    >
      {stepLabel(step, line)}
    </Button>
  );
  return (
    <BlockStack gap="100" inlineAlign="start">
      <Why line={line} statementId={statementId} timeZone={timeZone} />
      {shown.length + more.length > 0 && (
        <InlineStack gap="200">
          {shown.map(button)}
          {more.length > 0 && (
            <Popover
              active={isOpen}
              onClose={() => setOpen(false)}
              activator={
                <Button
                  size="slim"
                  variant="tertiary"
                  disclosure
                  onClick={() => setOpen(!isOpen)}
                  accessibilityLabel={`More: row ${line.number}`}
                >
                  More
                </Button>
              }
            >
              <ActionList
                items={more.map((step) => ({
                  content: stepLabel(step, line),
                  onAction: () => {
                    setOpen(false);
                    resolve([line.number], step);
                  },
                }))}
              />
            </Popover>
          )}
        </InlineStack>
      )}
    </BlockStack>
  );
}

const quiet: ReadonlySet<Step> = new Set(["adjust", "exchange", "record"]);

/** Steps that change a balance by hand stand behind More; the others are buttons. */
function buttonsOf({ steps, match }: StatementLineWire): { shown: readonly Step[]; more: readonly Step[] } {
  const isQuiet = (step: Step) => quiet.has(step) && match !== "fee";
  const shown = steps.filter((step) => !isQuiet(step));
  return { shown, more: steps.filter(isQuiet) };
}

function Why({ line, statementId, timeZone }: Pick<Props, "line" | "statementId" | "timeZone">) {
  const { paidBy } = line;
  if (line.resolvedAt !== null) {
    return <Text as="span" tone="subdued">{`${doneText(line)}, ${line.resolvedBy ?? ""}`}</Text>;
  }
  if (paidBy) {
    const where = paidBy.statement === statementId ? "" : " of another statement";
    return (
      <Link url={`/dashboard/affiliates/payouts/reconcile/${paidBy.statement}`}>
        {`Paid already by row ${paidBy.line}${where}`}
      </Link>
    );
  }
  const why = whyText(line, timeZone);
  return why === "" ? null : (
    <Text as="span" tone="subdued">
      {why}
    </Text>
  );
}

function doneText({ resolution, note }: StatementLineWire): string {
  if (resolution === "found") return "No longer missing";
  const label = resolution === "choose" ? "Payment chosen" : stepWords[resolution as Step].label;
  return note === "" ? label : `${label}: ${note}`;
}

function whyText(line: StatementLineWire, timeZone: string): string {
  const { match, reason, fee, says, item, waits, waitsUntil } = line;
  if (waitsUntil !== null) {
    return `Your bank may still pay it. Wait until ${formatDate(waitsUntil, timeZone)}.`;
  }
  if (waits) return "Still in progress. Compare again later.";
  if (fee !== null && hasMatchedFee(line)) return `Includes a ${formatMoney(fee)} fee`;
  if (match === "fee" && fee !== null && item) {
    return `Fee ${formatMoney(fee)} in the statement, ${formatMoney(item.fee)} in the app`;
  }
  if (match === "unclear") return reason || "The amount that came back is different.";
  if (match === "unexpected" && says === "returned") return "Money back for no known payment";
  return whyTexts[match] ?? reason;
}

const whyTexts: Partial<Record<StatementLineWire["match"], string>> = {
  unexpected: "No payment with this reference",
  amount: "The amounts differ.",
  unreadable: "Store credit can't be checked without the customer.",
};
