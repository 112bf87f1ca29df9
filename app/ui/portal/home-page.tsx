import { Banner, InlineStack, Link, Page, Text } from "@shopify/polaris";
import type { HomeWire } from "#app/contracts/portal-home.ts";
import { greetingName } from "#app/domain/greeting-name.ts";
import { Section } from "../shared/detail-page.tsx";
import { formatMoney, formatRatio, type MoneyOnWire } from "../shared/format.ts";
import { useText } from "../texts/use-text.ts";
import { HomeLink } from "./home-link.tsx";
import { HomePayout } from "./home-payout.tsx";
import { HomeTiers } from "./home-tiers.tsx";
import { LatestOrders } from "./latest-orders.tsx";
import { MonthChart } from "./month-chart.tsx";

/** How an affiliate is doing: earnings, next payout, link, tiers, figures, and latest orders. */
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
          <dd>{amounts((one) => one.payable)}</dd>
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
