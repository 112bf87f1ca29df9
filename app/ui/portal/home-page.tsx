import {
  Banner,
  BlockStack,
  Button,
  Card,
  InlineStack,
  Link,
  Page,
  ProgressBar,
  Text,
  TextField,
} from "@shopify/polaris";
import { ShareIcon } from "@shopify/polaris-icons";
import { useSyncExternalStore } from "react";
import type {
  EarnedWire,
  GoalWire,
  HomeCodeWire,
  HomePayWire,
  HomeTierWire,
  HomeWire,
  PayoutOutlookWire,
} from "#app/contracts/portal.ts";
import { greetingName } from "#app/domain/affiliate.ts";
import { Section } from "../shared/detail-page.tsx";
import {
  formatBps,
  formatDate,
  formatList,
  formatMoney,
  formatRatio,
  type MoneyOnWire,
} from "../shared/format.ts";
import { useText } from "../texts/use-text.ts";
import { MonthChart, shortDate } from "./month-chart.tsx";
import { EarnedBadge } from "./own-badge.tsx";
import { OwnCopyButton } from "./own-copy-button.tsx";
import { useAccountText } from "./use-account-text.ts";

/** Earnings, next payout, link, tiers, figures and latest orders of the affiliate. */
export function HomePage(home: HomeWire) {
  const t = useText("home");
  const { shop, affiliate, codes, pay, tiers, latest, outlook } = home;
  const today = home.days.at(-1)?.day ?? "";
  return (
    <main>
      <Page title={t("page.hello", { name: greetingName(affiliate.name) })}>
        <div className="portal-home">
          {affiliate.status !== "active" && (
            <div className="portal-wide">
              <Banner tone={affiliate.status === "pending" ? "info" : "warning"}>
                {t(`status.${affiliate.status}`, { shop: shop.name })}
              </Banner>
            </div>
          )}
          <Section title={t("month.title")}>
            <Earnings month={home.month} balances={affiliate.balances} />
            <HomePayout outlook={outlook} shopName={shop.name} today={today} />
          </Section>
          <HomeLink
            link={affiliate.referralLink}
            codes={codes}
            timeZone={shop.timeZone}
            pay={pay}
            shopName={shop.name}
            isNew={affiliate.balances.length === 0}
          />
          <HomeTiers tiers={tiers} />
          <div className="portal-wide">
            <Section title={t("chart.title")}>
              <MonthChart days={home.days} conversion={home.conversion} perClick={home.perClick} />
            </Section>
          </div>
          <div className="portal-wide">
            <Section title={t("latest.title")}>
              <LatestOrders entries={latest} timeZone={shop.timeZone} today={today} />
              <Link url="/portal/orders">{t("latest.all")}</Link>
            </Section>
          </div>
        </div>
      </Page>
    </main>
  );
}

type EarningsProps = Pick<HomeWire, "month"> & Pick<HomeWire["affiliate"], "balances">;

function Earnings({ month, balances }: EarningsProps) {
  const t = useText("home");
  const amounts = (of: (one: EarningsProps["balances"][number]) => MoneyOnWire) =>
    balances.length === 0
      ? formatMoney({ amount: "0", currencyCode: month.earned.currencyCode })
      : balances.map((one) => formatMoney(of(one))).join(" + ");
  return (
    <>
      <InlineStack gap="200" blockAlign="baseline">
        <Text as="p" variant="heading2xl">
          {formatMoney(month.earned)}
        </Text>
        {month.change !== null && (
          <Text as="p" tone={month.change < 0 ? "subdued" : "success"}>
            {t("month.change", { change: signed(month.change) })}
          </Text>
        )}
      </InlineStack>
      <dl className="portal-figures">
        <div>
          <dt>{t("month.pending")}</dt>
          <dd>{amounts((one) => one.pending)}</dd>
        </div>
        <div>
          <dt>{t("month.approved")}</dt>
          <dd>{amounts((one) => one.available)}</dd>
        </div>
        <div>
          <dt>{t("month.paid")}</dt>
          <dd>{amounts((one) => one.paid)}</dd>
        </div>
      </dl>
    </>
  );
}

function signed(ratio: number): string {
  return `${ratio > 0 ? "+" : ""}${formatRatio(ratio)}`;
}

type Props = { readonly entries: readonly EarnedWire[]; readonly timeZone: string; readonly today: string };

/** Latest orders with earnings. */
function LatestOrders({ entries, timeZone, today }: Props) {
  const t = useText("home");
  if (entries.length === 0) return <Text as="p">{t("latest.none")}</Text>;
  return (
    <ul className="portal-lines">
      {entries.map((entry) => (
        <li key={entry.id}>
          <span className="portal-line-name">
            {entry.order && (
              <Link url={`/portal/orders/${encodeURIComponent(entry.order.id)}`}>{entry.order.name}</Link>
            )}{" "}
            <Text as="span" tone="subdued">
              <time dateTime={entry.earnedAt}>{shortDate(entry.earnedAt, { today, timeZone })}</time>
            </Text>
          </span>
          <Text as="span" numeric fontWeight="semibold">
            {formatMoney(entry.amount)}
          </Text>
          <EarnedBadge entry={entry} />
        </li>
      ))}
    </ul>
  );
}

type HomePayoutProps = {
  readonly outlook: PayoutOutlookWire;
  readonly shopName: string;
  readonly today: string;
};

/** Next payout of the affiliate, and what is missing for it. */
function HomePayout({ outlook, shopName, today }: HomePayoutProps) {
  const t = useText("home");
  const accountText = useAccountText();
  const { nextDay, minimums, account, isWaiting } = outlook;
  const when = nextDay === null ? null : shortDate(nextDay, { today });
  const to = account && accountText(account);
  return (
    <>
      <div>
        <Text as="h3" variant="headingSm">
          {t("payout.title")}
        </Text>
        {(when !== null || to !== null) && (
          <Text as="p">{[when, to].filter((one) => one !== null).join(", ")}</Text>
        )}
        {when === null && (
          <Text as="p" tone="subdued">
            {t("payout.noSchedule", { shop: shopName })}
          </Text>
        )}
        {minimums.length > 0 && (
          <Text as="p" tone="subdued">
            {t("payout.minimum", { amounts: formatList(minimums.map(formatMoney)) })}
          </Text>
        )}
      </div>
      {account === null && (
        <div>
          <Text as="p">{isWaiting ? t("payout.waiting") : t("payout.missing")}</Text>
          <Button url="/portal/payout-details">{isWaiting ? t("payout.see") : t("payout.add")}</Button>
        </div>
      )}
    </>
  );
}

/** Progress to the next tiers. */
function HomeTiers({ tiers }: { tiers: readonly HomeTierWire[] }) {
  const programs = new Set(tiers.map((tier) => tier.programName));
  return tiers.map((tier) => (
    <TierCard
      key={`${tier.programName} ${tier.ruleName ?? ""}`}
      tier={tier}
      withProgram={programs.size > 1}
    />
  ));
}

function TierCard({ tier, withProgram }: { tier: HomeTierWire; withProgram: boolean }) {
  const { title, progress } = useTierTexts(tier, withProgram);
  return (
    <Card>
      <BlockStack gap="200">
        <Text as="h2" variant="headingMd" id={titleId(tier)}>
          {title}
        </Text>
        <ProgressBar progress={tier.percent} size="small" tone="primary" ariaLabelledBy={titleId(tier)} />
        <Text as="p" tone="subdued">
          {progress}
        </Text>
      </BlockStack>
    </Card>
  );
}

function titleId({ programName, ruleName }: HomeTierWire): string {
  return `tier-${encodeURIComponent(`${programName}-${ruleName ?? ""}`)}`;
}

function useTierTexts(tier: HomeTierWire, withProgram: boolean) {
  const t = useText("home");
  const pay = usePayText(tier.pay);
  const { programName: program, ruleName: rule, period } = tier;
  const goalText = (goal: GoalWire) =>
    goal.measure === "orders" ? t("tier.orders", { count: goal.count }) : formatMoney(goal.amount);
  const reached = tier.reached.measure === "orders" ? String(tier.reached.count) : goalText(tier.reached);
  const titleOf = () => {
    if (rule !== null) return t("tier.ofRule", { rule, pay });
    return withProgram ? t("tier.ofProgram", { program, pay }) : t("tier.title", { pay });
  };
  const values = { reached, goal: goalText(tier.goal) };
  return {
    title: titleOf(),
    progress:
      period.kind === "rolling"
        ? t("tier.rolling", { ...values, days: period.days })
        : t(`tier.${period.kind === "ever" ? "ever" : period.unit}`, values),
  };
}

function usePayText(pay: HomeTierWire["pay"]): string {
  const t = useText("home");
  if (pay.kind === "none") return t("tier.none");
  if (pay.kind === "percentage") return t("tier.percentage", { rate: formatBps(pay.rateBps) });
  const amount = formatMoney(pay.amount);
  return pay.kind === "fixed" ? t("tier.fixed", { amount }) : t("tier.perItem", { amount });
}

type HomeLinkProps = Pick<HomeWire, "codes" | "pay"> & {
  readonly link: string;
  readonly shopName: string;
  readonly timeZone: string;
  /** True if the affiliate has not earned anything yet. */
  readonly isNew: boolean;
};

/** The affiliate's link and codes, to copy and share. */
export function HomeLink({ link, codes, pay, shopName, timeZone, isNew }: HomeLinkProps) {
  const t = useText("home");
  const promise = usePromise();
  const codeText = useCodeText();
  return (
    <Section title={t("link.title")}>
      {isNew && pay && <Text as="p">{promise(pay)}</Text>}
      <BlockStack gap="200">
        <TextField label={t("link.label")} labelHidden value={link} readOnly autoComplete="off" />
        <InlineStack gap="200">
          <OwnCopyButton text={link} label={t("link.copy")} />
          <ShareButton url={link} shopName={shopName} />
        </InlineStack>
      </BlockStack>
      {codes.map((one) => (
        <InlineStack key={one.code} gap="200" blockAlign="center" align="space-between">
          <Text as="span">
            {codeText(one)}
            {one.endsAt && ` · ${t("link.codeEnds", { date: formatDate(one.endsAt, timeZone) })}`}
          </Text>
          <OwnCopyButton text={one.code} label={t("link.copyCode", { code: one.code })} />
        </InlineStack>
      ))}
    </Section>
  );
}

function useCodeText(): (one: HomeCodeWire) => string {
  const t = useText("home");
  return ({ code, gives }) => {
    switch (gives?.kind) {
      case "percentage":
        return t("link.codePercentage", { code, rate: formatRatio(gives.ratio) });
      case "amount":
        return t("link.codeAmount", { code, amount: formatMoney(gives.amount) });
      case "amount-per-item":
        return t("link.codePerItem", { code, amount: formatMoney(gives.amount) });
      case "free-shipping":
        return t("link.codeFreeShipping", { code });
      case undefined:
      default:
        return t("link.code", { code });
    }
  };
}

function usePromise(): (pay: HomePayWire) => string {
  const t = useText("home");
  return ({ from, upTo }) => {
    if (from.kind === "percentage") {
      const rate = formatBps(from.rateBps);
      return upTo?.kind === "percentage"
        ? t("promise.percentageUpTo", { rate, most: formatBps(upTo.rateBps) })
        : t("promise.percentage", { rate });
    }
    if (from.kind === "fixed") return t("promise.fixed", { amount: formatMoney(from.amount) });
    if (from.kind === "per-item") return t("promise.perItem", { amount: formatMoney(from.amount) });
    return t("promise.other");
  };
}

const never = () => () => {};

/** Opens the phone's share sheet. Renders nothing if the browser has none. */
function ShareButton({ url, shopName }: { url: string; shopName: string }) {
  const t = useText("home");
  const canShare = useSyncExternalStore(
    never,
    () => "share" in navigator,
    () => false,
  );
  if (!canShare) return null;
  async function share() {
    try {
      await navigator.share({ title: t("link.shareTitle", { shop: shopName }), url });
    } catch {
      // Closing the sheet rejects too. The link on the page can still be copied.
    }
  }
  return (
    <Button icon={ShareIcon} onClick={() => void share()}>
      {t("link.share")}
    </Button>
  );
}
