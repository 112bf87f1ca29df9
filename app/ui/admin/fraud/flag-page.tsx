import { useFetcher } from "@remix-run/react";
import { BlockStack, Link, ProgressBar, Text } from "@shopify/polaris";
import type { FlagPictureWire, FlagWire } from "#app/contracts/flag.ts";
import { charts } from "#app/i18n/en/admin/charts.ts";
import { type ChartPoint, LineChart } from "../../shared/chart/line-chart.tsx";
import { useConfirm } from "../../shared/confirm-modal.tsx";
import { DetailPage, FactList, Section } from "../../shared/detail-page.tsx";
import { ErrorBanner, type FormAnswer } from "../../shared/error-banner.tsx";
import {
  formatCompact,
  formatCount,
  formatDateTime,
  formatDay,
  formatMoney,
  formatShortDay,
  type MoneyOnWire,
} from "../../shared/format.ts";
import { provideTexts, useText } from "../../texts/texts-provider.tsx";
import { actionText, flagDecisions, subjectUrl } from "./flag-words.ts";

provideTexts({ charts });

type Props = {
  flag: FlagWire;
  /** Commission that confirming the flag can deny, or null. */
  deniable: DeniableCommission | null;
  picture: FlagPictureWire | null;
  timeZone: string;
};

/** Page of a flag: reason, evidence, effect and decisions. */
export function FlagPage({ flag, deniable, picture, timeZone }: Props) {
  const { actions, refusal } = useDecideFlag(flag, deniable);
  return (
    <DetailPage
      title={`${flag.name}: ${flag.about.name}`}
      status={flag.status}
      back={{ content: "Flags", url: "/dashboard/affiliates/flags" }}
      secondaryActions={actions}
      aside={
        <Section title="About">
          <FactList facts={factsOf(flag, timeZone)} />
        </Section>
      }
    >
      <ErrorBanner message={refusal?.message} answer={refusal} />
      <Section title="Why it was raised">
        <Text as="p">{flag.text}</Text>
        <SharesPicture evidence={flag.evidence} />
        {picture !== null && <UsePicture picture={picture} />}
        <Text as="p" tone="subdued">
          {`Score ${flag.score} of 100. Customers and addresses are compared by keyed hashes; none of them is kept.`}
        </Text>
      </Section>
      {flag.decidedBy !== null && flag.decidedAt !== null && (
        <Section title="Decision">
          <Text as="p">
            {`${flag.status === "dismissed" ? "Dismissed" : "Confirmed"} by ${flag.decidedBy}, `}
            <time dateTime={flag.decidedAt}>{formatDateTime(flag.decidedAt, timeZone)}</time>
          </Text>
          {flag.note !== "" && <Text as="p">{flag.note}</Text>}
        </Section>
      )}
    </DetailPage>
  );
}

function factsOf(flag: FlagWire, timeZone: string) {
  const { about, affiliate } = flag;
  const names = { order: "Order", code: "Code", affiliate: "Affiliate" };
  const own = { term: names[about.kind], description: <Link url={subjectUrl(flag)}>{about.name}</Link> };
  const whose = {
    term: "Affiliate",
    description: <Link url={`/dashboard/affiliates/${affiliate.id}`}>{affiliate.name}</Link>,
  };
  return [
    ...(about.kind === "affiliate" ? [] : [own]),
    whose,
    { term: "Does", description: actionText(flag.action) },
    { term: "Raised", description: formatDateTime(flag.raisedAt, timeZone) },
  ];
}

type Share = { readonly label: string; readonly part: number; readonly of: number };

/** Composition of a code's orders, as bars with figures. Renders nothing for other evidence. */
function SharesPicture({ evidence }: { evidence: Readonly<Record<string, unknown>> }) {
  const shares = sharesOf(evidence);
  if (shares.length === 0) return null;
  return (
    <BlockStack gap="300">
      {shares.map(({ label, part, of }) => (
        <BlockStack key={label} gap="100">
          <Text as="p">{`${label}: ${part} of ${of}`}</Text>
          <div aria-hidden="true">
            <ProgressBar size="small" progress={of === 0 ? 0 : Math.round((100 * part) / of)} />
          </div>
        </BlockStack>
      ))}
    </BlockStack>
  );
}

function sharesOf(evidence: Readonly<Record<string, unknown>>): Share[] {
  const count = (name: string) => readNumber(evidence[name]);
  const orders = count("orders");
  const visited = count("visited");
  if (orders === null || visited === null) return [];
  const before = count("ordersBefore") ?? 0;
  return [
    { label: "With a visit, last 30 days", part: visited, of: orders },
    { label: "With a visit, the 60 days before", part: count("visitedBefore") ?? 0, of: before },
    { label: "First orders", part: count("fresh") ?? 0, of: orders },
    { label: "From coupon sites or another affiliate's link", part: count("foreign") ?? 0, of: orders },
  ];
}

function readNumber(value: unknown): number | null {
  return typeof value === "number" ? value : null;
}

const withVisit = "With a visit";

/** Orders are shown next to those with a visit by the affiliate's links. */
function pointsOf({ what, unit, points }: FlagPictureWire): ChartPoint[] {
  return points.map(({ at, count, visited }) => {
    const title = unit === "hour" ? `${at}:00` : formatDay(at);
    return {
      key: at,
      axis: unit === "hour" ? title : formatShortDay(at, at),
      title,
      value: count,
      text: formatCount(count),
      ...(what === "orders" && {
        compared: { title: withVisit, value: visited, text: formatCount(visited) },
      }),
    };
  });
}

/** Activity around a flag as a chart, and as a table. */
function UsePicture({ picture }: { picture: FlagPictureWire }) {
  const t = useText("charts");
  const { what, unit, points } = picture;
  const isOrders = what === "orders";
  const title = `${isOrders ? "Orders" : "Clicks"} by ${unit}`;
  const shown = unit === "hour" ? points : points.filter((one) => one.count > 0);
  return (
    <>
      <Text as="h3" variant="headingSm">
        {title}
      </Text>
      <LineChart
        label={`${title}. ${captionOf(picture)}`}
        cursorLabel={t(`cursor.${unit}`)}
        points={pointsOf(picture)}
        tickText={formatCompact}
        legend={{ current: isOrders ? "Orders" : "Clicks", ...(isOrders && { compared: withVisit }) }}
      />
      <Text as="p" tone="subdued">
        {captionOf(picture)}
      </Text>
      <details>
        <summary>{t("table")}</summary>
        <table className="plain-table">
          <thead>
            <tr>
              <th scope="col">{unit === "hour" ? "Hour" : "Day"}</th>
              <th scope="col">{isOrders ? "Orders" : "Clicks"}</th>
              {isOrders && <th scope="col">{withVisit}</th>}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ at, count, visited }) => (
              <tr key={at}>
                <th scope="row">{unit === "hour" ? `${at}:00` : at}</th>
                <td>{formatCount(count)}</td>
                {isOrders && <td>{formatCount(visited)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  );
}

function captionOf({ unit, points }: FlagPictureWire): string {
  const [first, last] = [points[0]?.at ?? "", points.at(-1)?.at ?? ""];
  return unit === "hour" ? "From midnight to midnight in the store." : `From ${first} to ${last}.`;
}

/** A commission that confirming a flag can deny. */
export type DeniableCommission = {
  readonly amount: MoneyOnWire;
  /** Debt of the affiliate after the denial, because the commission was paid; null without one. */
  readonly wouldOwe: MoneyOnWire | null;
};

/** Available decisions about a flag, each after a confirmation. */
export function useDecideFlag(flag: FlagWire, deniable: DeniableCommission | null) {
  const { id, name, status, about } = flag;
  const fetcher = useFetcher<FormAnswer>();
  const confirm = useConfirm();
  const post = (fields: Record<string, string>) => {
    fetcher.submit(fields, { method: "post", action: `/dashboard/affiliates/flags/${id}` });
  };
  const open = flagDecisions.filter((one) => {
    if ("fields" in one) return status === "open" && deniable !== null;
    return status === "open" || (status === "confirmed" && one.status !== status);
  });
  return {
    actions: open.map((one) => {
      const { label, meaning, destructive, status: asked } = one;
      const denies = "fields" in one && deniable;
      return {
        content: label,
        destructive,
        disabled: fetcher.state !== "idle",
        onAction: () =>
          confirm({
            title: denies ? `Deny ${formatMoney(deniable.amount)}?` : `${label} “${name}” of ${about.name}?`,
            message: denies ? `${meaning}${debtText(deniable)}` : meaning,
            confirmLabel: label,
            destructive,
            note: denies ? { ...one.note, initial: name } : one.note,
            onConfirm: (note) => post({ status: asked, note, ...("fields" in one && one.fields) }),
          }),
      };
    }),
    refusal: fetcher.data?.ok === false ? fetcher.data : null,
  };
}

function debtText({ wouldOwe }: DeniableCommission): string {
  if (wouldOwe === null) return "";
  return ` It was already paid. ${formatMoney(wouldOwe)} is deducted from the next payout.`;
}
