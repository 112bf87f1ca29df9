import { Badge, BlockStack, InlineStack, Link, Text } from "@shopify/polaris";
import type { TextFunction } from "#app/i18n/text-function.ts";
import type { OrderExplanationWire } from "#app/contracts/order.ts";
import { formatListDate, formatListTime } from "../../shared/format.ts";
import { useText } from "../../texts/use-text.ts";
import { rulesText } from "../attribution/rules-text.ts";

type Props = Pick<OrderExplanationWire, "signals" | "judgedBy" | "channel" | "renewal"> & {
  timeZone: string;
};

/** Signals of the order, strongest first: the one that was used, and why the others were not. */
export function Attribution({ signals, judgedBy, channel, renewal, timeZone }: Props) {
  const t = useText("orders");
  return (
    <BlockStack gap="300">
      {channel !== null && <Text as="p">{t("attribution.channel", { channel })}</Text>}
      {renewal !== null && <Renewal {...renewal} />}
      {signals.length === 0 ? (
        <Text as="p">{t("attribution.none")}</Text>
      ) : (
        <ol className="history-list">
          {signals.map((signal) => (
            <Signal key={`${signal.kind} ${signal.signal}`} signal={signal} timeZone={timeZone} />
          ))}
        </ol>
      )}
      {judgedBy && (
        <details>
          <summary>{t("attribution.rules")}</summary>
          <Text as="p">
            {t("attribution.rulesText", { version: judgedBy.version, rules: rulesText(judgedBy.rules) })}{" "}
            <Link url="/dashboard/settings/attribution">{t("attribution.rulesLink")}</Link>
          </Text>
        </details>
      )}
    </BlockStack>
  );
}

function Renewal({ firstOrder }: NonNullable<OrderExplanationWire["renewal"]>) {
  const t = useText("orders");
  return (
    <InlineStack gap="200">
      <Text as="span">{t("attribution.renewal")}</Text>
      {firstOrder === null ? (
        <Text as="span">{t("attribution.noFirstOrder")}</Text>
      ) : (
        <Link url={`/dashboard/orders/${firstOrder}`}>{t("attribution.firstOrder")}</Link>
      )}
    </InlineStack>
  );
}

type SignalWire = OrderExplanationWire["signals"][number];
type SignalProps = { signal: SignalWire; timeZone: string };

function Signal({ signal, timeZone }: SignalProps) {
  const t = useText("orders");
  const { kind, won, affiliate, subId, signal: code } = signal;
  const when = timingOf(signal, timeZone, t);
  return (
    <li>
      <InlineStack gap="200" blockAlign="center">
        <Badge {...(won && { tone: "success" as const })}>
          {t(won ? "attribution.used" : "attribution.notUsed")}
        </Badge>
        <Link url={`/dashboard/affiliates/${affiliate.id}`} monochrome>
          {t(`attribution.signals.${kind}`, { affiliate: affiliate.name, code })}
        </Link>
        {subId !== "" && <Text as="span">{t("attribution.subId", { subId })}</Text>}
      </InlineStack>
      {!won && <Text as="p">{signal.reason.text}</Text>}
      {when !== null && (
        <Text as="p" tone="subdued" variant="bodySm">
          {when}
        </Text>
      )}
    </li>
  );
}

const sinceKinds: ReadonlySet<string> = new Set(["code", "product", "customer", "renewal"]);

/** Time of the signal, and the window that applied to a click. It can differ from the window of the terms that pay. */
function timingOf(
  { at, kind, windowDays: days, program }: SignalWire,
  timeZone: string,
  t: TextFunction<"orders">,
): string | null {
  if (at === null) return null;
  if (sinceKinds.has(kind)) return t("attribution.since", { date: formatListDate(at, timeZone) });
  const date = formatListTime(at, timeZone);
  if (days === undefined || program === null) return date;
  return t("attribution.window", { date, program: program.name, days });
}
