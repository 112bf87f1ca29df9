import { useFetcher } from "@remix-run/react";
import { BlockStack, Button, InlineGrid, InlineStack, Link, ProgressBar, Text } from "@shopify/polaris";
import type { FlagPictureWire, FlagWire } from "#app/contracts/flag.ts";
import { type ChartPoint, LineChart } from "../../shared/chart/line-chart.tsx";
import { useConfirm } from "../../shared/confirm-modal.tsx";
import { DetailPage, FactList, type HistoryEntry, HistoryList, Section } from "../../shared/detail-page.tsx";
import { ErrorBanner, type FormAnswer } from "../../shared/error-banner.tsx";
import {
  formatCompact,
  formatCount,
  formatDay,
  formatListTime,
  formatMoney,
  formatShortDay,
  isZero,
  type MoneyOnWire,
} from "../../shared/format.ts";
import { PhoneFoot } from "../../shared/phone-foot.tsx";
import { StatusBadge } from "../../shared/status-badge.tsx";
import { StatusStrip } from "../../shared/status-strip.tsx";
import { useAnswerToast } from "../../shared/use-answer-toast.ts";
import { useText } from "../../texts/use-text.ts";
import { flagDecisions, subjectUrl } from "./flag-words.ts";

export type FlagPageProps = {
  flag: FlagWire;
  /** Commission that confirming the flag can deny, or null. */
  deniable: DeniableCommission | null;
  /** True if denying the commission can suspend the affiliate too. */
  canSuspend: boolean;
  /** The flagged order, or null for a flag about a code or an affiliate. */
  order: FlaggedOrder | null;
  /** Orders that were credited to the affiliate, and the flagged ones. */
  counts: { readonly credited: number; readonly flagged: number };
  /** The affiliate's newest flags of the rule, without this one. */
  similar: readonly FlagWire[];
  picture: FlagPictureWire | null;
  timeZone: string;
};

type FlaggedOrder = { readonly net: MoneyOnWire; readonly placedAt: string };

/** A commission that confirming a flag can deny. */
export type DeniableCommission = {
  readonly amount: MoneyOnWire;
  readonly isHeld: boolean;
  /** Debt of the affiliate after the denial, because the commission was paid; null without one. */
  readonly wouldOwe: MoneyOnWire | null;
};

/** Page of a flag: its state and reason, the evidence, and the decisions. */
export function FlagPage(props: FlagPageProps) {
  const { flag, deniable, order, counts, similar, picture, timeZone } = props;
  const t = useText("fraud");
  const { primary, others, refusal } = useDecideFlag(props);
  const { affiliate } = flag;
  return (
    <DetailPage
      title={t("flag.title", { subject: flag.about.name, rule: flag.name })}
      back={{ content: t("list.title"), url: "/dashboard/affiliates/flags" }}
      {...(primary && { primaryAction: primary })}
      secondaryActions={others.slice(0, 1)}
      moreActions={others.slice(1)}
      aside={
        <>
          {order !== null && (
            <Section title={t("flag.order")}>
              <FactList
                facts={[
                  { term: t("flag.net"), description: formatMoney(order.net) },
                  { term: t("flag.placed"), description: formatListTime(order.placedAt, timeZone) },
                ]}
              />
              <Link url={subjectUrl(flag)}>{t("flag.viewOrder")}</Link>
            </Section>
          )}
          <Section title={affiliate.name}>
            <Text as="p">{t("flag.flagged", counts)}</Text>
            <Link url={`/dashboard/affiliates/${affiliate.id}`}>{t("flag.viewAffiliate")}</Link>
          </Section>
        </>
      }
    >
      <ErrorBanner message={refusal?.message} answer={refusal} />
      <StatusStrip
        badge={<StatusBadge of="flag" state={flag.status} />}
        text={flag.status === "open" ? `${flag.text} ${stakeText(deniable, t)}` : flag.text}
      />
      <Section title={t("flag.evidence")}>
        <Shares evidence={flag.evidence} />
        {picture !== null && <UsePicture picture={picture} />}
        <Text as="p" tone="subdued">
          {t("flag.score", { score: String(flag.score) })}
          {flag.kind === "self-referral" && ` ${t("flag.privacy")}`}
        </Text>
      </Section>
      <Similar flags={similar} affiliate={affiliate.name} timeZone={timeZone} />
      <Section title={t("flag.timeline")}>
        <HistoryList entries={timelineOf(flag, t)} timeZone={timeZone} />
      </Section>
      {flag.status === "open" && <FlagFoot actions={[...(primary ? [primary] : []), ...others]} />}
    </DetailPage>
  );
}

type DecisionAction = ReturnType<typeof useDecideFlag>["others"][number];

/** The two main decisions. */
function FlagFoot({ actions }: { readonly actions: readonly DecisionAction[] }) {
  return (
    <PhoneFoot>
      <InlineGrid columns={2} gap="200">
        {actions.slice(0, 2).map(({ content, destructive, disabled, onAction }) => (
          <Button
            key={content}
            disabled={disabled}
            onClick={onAction}
            {...(destructive && { variant: "primary", tone: "critical" })}
          >
            {content}
          </Button>
        ))}
      </InlineGrid>
    </PhoneFoot>
  );
}

type Words = ReturnType<typeof useText<"fraud">>;

function stakeText(deniable: DeniableCommission | null, t: Words): string {
  if (deniable === null || !/[1-9]/.test(deniable.amount.amount)) return t("flag.nothingHeld");
  const amount = formatMoney(deniable.amount);
  return deniable.isHeld ? t("flag.held", { amount }) : t("flag.current", { amount });
}

function timelineOf(flag: FlagWire, t: Words): HistoryEntry[] {
  const { id, raisedAt, decidedAt, decidedBy, note, status } = flag;
  const action = t(`taken.${flag.action}`);
  const found = {
    id: `${id}-found`,
    text: t("flag.found", { rule: flag.name, action }),
    actor: t("flag.app"),
    at: raisedAt,
  };
  if (decidedAt === null || decidedBy === null) return [found];
  const text = status === "dismissed" ? t("flag.dismissedBy") : t("flag.confirmedBy");
  const decided = {
    id: `${id}-decided`,
    text: note === "" ? text : t("flag.withNote", { text, note }),
    actor: decidedBy,
    at: decidedAt,
  };
  return [decided, found];
}

type SimilarProps = { flags: readonly FlagWire[]; affiliate: string; timeZone: string };

function Similar({ flags, affiliate, timeZone }: SimilarProps) {
  const t = useText("fraud");
  return (
    <Section title={t("flag.similar", { count: flags.length })}>
      {flags.length === 0 && <Text as="p">{t("flag.noSimilar", { affiliate })}</Text>}
      {flags.map((one) => (
        <InlineStack key={one.id} gap="200" blockAlign="center">
          <Link url={`/dashboard/affiliates/flags/${one.id}`}>{one.about.name}</Link>
          <StatusBadge of="flag" state={one.status} />
          <Text as="span" tone="subdued">
            {formatListTime(one.raisedAt, timeZone)}
          </Text>
        </InlineStack>
      ))}
    </Section>
  );
}

type Share = { readonly label: string; readonly part: number; readonly of: number };

/** Composition of a code's orders, as bars with figures. Renders nothing for other evidence. */
function Shares({ evidence }: { evidence: Readonly<Record<string, unknown>> }) {
  const t = useText("fraud");
  return sharesOf(evidence, t).map(({ label, part, of }) => (
    <BlockStack key={label} gap="100">
      <Text as="p">{t("shares.of", { label, part: formatCount(part), of: formatCount(of) })}</Text>
      <div aria-hidden="true">
        <ProgressBar size="small" progress={of === 0 ? 0 : Math.round((100 * part) / of)} />
      </div>
    </BlockStack>
  ));
}

function sharesOf(evidence: Readonly<Record<string, unknown>>, t: Words): Share[] {
  const count = (name: string) => (typeof evidence[name] === "number" ? evidence[name] : null);
  const orders = count("orders");
  const visited = count("visited");
  if (orders === null || visited === null) return [];
  const before = count("ordersBefore") ?? 0;
  return [
    { label: t("shares.visited"), part: visited, of: orders },
    { label: t("shares.visitedBefore"), part: count("visitedBefore") ?? 0, of: before },
    { label: t("shares.fresh"), part: count("fresh") ?? 0, of: orders },
    { label: t("shares.foreign"), part: count("foreign") ?? 0, of: orders },
  ];
}

const titles = {
  orders: { hour: "use.ordersByHour", day: "use.ordersByDay" },
  clicks: { hour: "use.clicksByHour", day: "use.clicksByDay" },
} as const;

/** Orders are shown next to those with a visit by the affiliate's links. */
function pointsOf({ what, unit, points }: FlagPictureWire, withVisit: string): ChartPoint[] {
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
  const t = useText("fraud");
  const { what, unit, points } = picture;
  const isOrders = what === "orders";
  const title = t(titles[what][unit]);
  const caption =
    unit === "hour"
      ? t("use.hourCaption")
      : t("use.dayCaption", { from: points[0]?.at ?? "", to: points.at(-1)?.at ?? "" });
  const shown = unit === "hour" ? points : points.filter((one) => one.count > 0);
  return (
    <>
      <Text as="h3" variant="headingSm">
        {title}
      </Text>
      <LineChart
        label={t("use.picture", { title, caption })}
        cursorLabel={title}
        points={pointsOf(picture, t("use.withVisit"))}
        tickText={formatCompact}
        legend={{
          current: isOrders ? t("use.orders") : t("use.clicks"),
          ...(isOrders && { compared: t("use.withVisit") }),
        }}
      />
      <Text as="p" tone="subdued">
        {caption}
      </Text>
      <details>
        <summary>{t("use.asTable")}</summary>
        <table className="plain-table">
          <thead>
            <tr>
              <th scope="col">{unit === "hour" ? t("use.hour") : t("use.day")}</th>
              <th scope="col">{isOrders ? t("use.orders") : t("use.clicks")}</th>
              {isOrders && <th scope="col">{t("use.withVisit")}</th>}
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

type DecisionAnswer = FormAnswer<{
  readonly status: FlagWire["status"];
  readonly denied: boolean;
  readonly suspended: boolean;
}>;

type DecidedFlag = Pick<FlagPageProps, "flag" | "deniable" | "canSuspend">;

/** Available decisions about a flag, each after a confirmation. Denying is the primary one. */
export function useDecideFlag({ flag, deniable, canSuspend }: DecidedFlag) {
  const { id, name, status, about, affiliate } = flag;
  const t = useText("fraud");
  const fetcher = useFetcher<DecisionAnswer>();
  const confirm = useConfirm();
  useAnswerToast<DecisionAnswer>(fetcher.data, (done) => {
    if (done.denied) return t(done.suspended ? "decide.deniedAndSuspended" : "decide.denied");
    return done.status === "dismissed" ? t("decide.dismissed") : t("decide.confirmed");
  });
  const post = (fields: Record<string, string>) => {
    fetcher.submit(fields, { method: "post", action: `/dashboard/affiliates/flags/${id}` });
  };
  const open = flagDecisions.filter((one) => {
    if ("fields" in one) return status === "open" && deniable !== null;
    return status === "open" || (status === "confirmed" && one.status !== status);
  });
  const denied = deniable && !isZero(deniable.amount) ? formatMoney(deniable.amount) : t("decide.ofNothing");
  const actions = open.map((one) => {
    const { label, meaning, destructive, status: asked } = one;
    const denies = "fields" in one && deniable;
    const title = asked === "dismissed" ? "decide.dismissTitle" : "decide.confirmTitle";
    return {
      content: label,
      destructive,
      disabled: fetcher.state !== "idle",
      onAction: () =>
        confirm({
          title: denies ? t("decide.denyTitle", { commission: denied }) : t(title, { subject: about.name }),
          message: denies && deniable.wouldOwe ? t("decide.owes") : meaning,
          confirmLabel:
            denies && deniable.wouldOwe
              ? t("decide.deduct", { amount: formatMoney(deniable.wouldOwe) })
              : label,
          destructive,
          note: denies ? { ...one.note, initial: name } : one.note,
          ...(denies && canSuspend && { checkbox: { label: t("decide.suspend", { name: affiliate.name }) } }),
          onConfirm: (note, isChecked) =>
            post({
              status: asked,
              note,
              ...("fields" in one && one.fields),
              ...(isChecked && { suspendAffiliate: "yes" }),
            }),
        }),
    };
  });
  const primary = deniable !== null && status === "open" ? actions[0] : undefined;
  return {
    primary,
    others: actions.filter((one) => one !== primary),
    refusal: fetcher.data?.ok === false ? fetcher.data : null,
  };
}
