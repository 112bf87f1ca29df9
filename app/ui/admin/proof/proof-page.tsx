import { useFetcher } from "@remix-run/react";
import { Badge, Banner, BlockStack, Box, Card, InlineStack, Link, List, Text } from "@shopify/polaris";
import { useState } from "react";
import type { DifferenceWire, ProofWire, HolderWire } from "#app/contracts/ledger.ts";
import { frameText } from "../../shared/frame/frame-text.ts";
import { AppPage } from "../../shared/frame/app-page.tsx";
import { FactList, Section } from "../../shared/detail-page.tsx";
import { formatCount, formatDateTime, formatMoney } from "../../shared/format.ts";
import { AddressFault } from "../../shared/error-banner.tsx";
import { ListFooter, type PageOfList } from "../../shared/list/list-footer.tsx";
import { ScrollBox } from "../../shared/scroll-box.tsx";
import { accountName } from "../../shared/entry-names.ts";
import { useFileAction } from "../../shared/file-button.tsx";
import { useLookWhile } from "../../shared/use-refresh.ts";
import { IdentitySection } from "./identity-section.tsx";
import { ledger } from "#app/i18n/en/admin/ledger.ts";
import { merchantText, provideTexts } from "../../texts/use-text.ts";

provideTexts({ ledger });
const t = merchantText("ledger");

export type ProofPageData = {
  readonly shown: ProofWire;
  /** True if viewing the page verifies the books again. */
  readonly small: boolean;
  /** Error if comparing them took too long. */
  readonly late: string | null;
  readonly holders: readonly HolderWire[];
  readonly pagination: PageOfList;
  readonly timeZone: string;
};

/** Settings ▸ Ledger: the books recomputed and compared with every balance, M15, and the ledger as a file. */
export function ProofPage({ shown, small, late, holders, pagination, timeZone }: ProofPageData) {
  const download = useFileAction("/dashboard/export/ledger.csv", t("download"));
  const { ask, isAsking, isWaiting } = useProofRequest(shown.proof?.checkedAt ?? null);
  return (
    <AppPage
      title={frameText("pages.ledger")}
      secondaryActions={[
        download,
        { content: frameText("pages.ledgerEntries"), url: "/dashboard/settings/ledger/transfers" },
        { content: frameText("pages.closedPeriods"), url: "/dashboard/settings/ledger/periods" },
      ]}
      {...(!small && {
        primaryAction: {
          content: t("check.start"),
          loading: isAsking || isWaiting,
          onAction: ask,
        },
      })}
    >
      <BlockStack gap="400">
        <AddressFault />
        {isWaiting && <Banner tone="info">{t("check.waiting")}</Banner>}
        <ProofState proof={shown.proof} />
        <ProofFacts shown={shown} small={small} timeZone={timeZone} />
        <IdentitySection shown={shown} />
        <Card padding="0">
          <BlockStack>
            <ComparedBalances
              holders={holders}
              late={late}
              month={shown.month}
              chosen={shown.affiliate?.id ?? null}
            />
            {holders.length > 0 && <ListFooter pagination={pagination} shown={holders.length} />}
          </BlockStack>
        </Card>
      </BlockStack>
    </AppPage>
  );
}

function ProofState({ proof }: { proof: ProofWire["proof"] }) {
  if (proof === null) {
    return <Banner tone="info">{t("check.none")}</Banner>;
  }
  if (proof.differenceCount === 0) {
    return (
      <Banner tone="success" title={t("check.agrees")}>
        <p>{t("check.agreesText")}</p>
      </Banner>
    );
  }
  const more = proof.differenceCount - proof.differences.length;
  return (
    <Banner tone="critical" title={t("check.differs", { count: proof.differenceCount })}>
      <BlockStack gap="200">
        <p>{t("check.differsText")}</p>
        <List>
          {proof.differences.map((one) => (
            <List.Item key={one.text}>
              {one.text} <WhereToLook difference={one} />
            </List.Item>
          ))}
        </List>
        {more > 0 && <p>{t("check.more", { count: more })}</p>}
      </BlockStack>
    </Banner>
  );
}

function WhereToLook({ difference }: { difference: DifferenceWire }) {
  const { table, key, affiliate, order } = difference;
  return (
    <InlineStack gap="200" as="span">
      {table === "commissions" && (
        <Link url={`/dashboard/affiliates/commissions/${key}`}>{t("check.commission")}</Link>
      )}
      {affiliate && <Link url={`/dashboard/affiliates/${affiliate}`}>{t("check.affiliate")}</Link>}
      {order && <Link url={`/dashboard/orders/${order}`}>{t("check.order")}</Link>}
    </InlineStack>
  );
}

function ProofFacts({ shown, small, timeZone }: Pick<ProofPageData, "shown" | "small" | "timeZone">) {
  const { proof, newerEntries } = shown;
  if (proof === null) return null;
  const newer = newerEntries === 0 ? t("check.noNewer") : formatCount(newerEntries);
  return (
    <Section title={t("check.title")}>
      <FactList
        facts={[
          { term: t("check.done"), description: formatDateTime(proof.checkedAt, timeZone) },
          { term: t("check.entries"), description: formatCount(proof.entries) },
          { term: t("check.balances"), description: formatCount(proof.balances) },
          { term: t("check.orders"), description: formatCount(proof.orders) },
          { term: t("check.sequence"), description: proof.highestSequence },
          { term: t("check.newer"), description: newer },
        ]}
      />
      <Text as="p" tone="subdued">
        {t(small ? "check.whenOpened" : "check.daily")}
      </Text>
    </Section>
  );
}

/** Requests a proof, and polls until a newer result is there. */
function useProofRequest(checkedAt: string | null) {
  const fetcher = useFetcher<{ ok: boolean }>();
  const [askedAt, setAskedAt] = useState<{ before: string | null } | null>(null);
  const isAsking = fetcher.state !== "idle";
  const isWaiting =
    !isAsking && fetcher.data?.ok === true && askedAt !== null && askedAt.before === checkedAt;
  useLookWhile(isWaiting);
  function ask() {
    setAskedAt({ before: checkedAt });
    fetcher.submit({ intent: "prove" }, { method: "post" });
  }
  return { ask, isAsking, isWaiting };
}

type Props = { holders: readonly HolderWire[]; late: string | null; month: string; chosen: string | null };

/** Each shown balance next to the sum of its ledger entries. An affiliate's name selects them for M15. */
function ComparedBalances({ holders, late, month, chosen }: Props) {
  return (
    <Box padding="400">
      <Text as="h2" variant="headingMd">
        {t("balances.title")}
      </Text>
      {late !== null && <Banner tone="warning">{late}</Banner>}
      {late === null && holders.length === 0 && <Text as="p">{t("balances.none")}</Text>}
      {holders.length > 0 && (
        <ScrollBox label={t("balances.title")}>
          <table className="plain-table">
            <thead>
              <tr>
                <th scope="col">{t("balances.affiliate")}</th>
                <th scope="col">{t("balances.account")}</th>
                <th scope="col" className="amount">
                  {t("balances.shown")}
                </th>
                <th scope="col" className="amount">
                  {t("balances.summed")}
                </th>
                <th scope="col">{t("balances.result")}</th>
              </tr>
            </thead>
            {holders.map((holder) => (
              <Holder key={holder.id} holder={holder} month={month} isChosen={holder.id === chosen} />
            ))}
          </table>
        </ScrollBox>
      )}
    </Box>
  );
}

function Holder({ holder, month, isChosen }: { holder: HolderWire; month: string; isChosen: boolean }) {
  const { id, name, accounts } = holder;
  return (
    <tbody>
      {accounts.map(({ account, shown, summed, agrees }, row) => (
        <tr key={`${account} ${shown.currencyCode}`}>
          {row === 0 && (
            <th scope="rowgroup" rowSpan={accounts.length}>
              {isChosen ? (
                name
              ) : (
                <Link url={`/dashboard/settings/ledger?affiliate=${id}&month=${month}`}>{name}</Link>
              )}
            </th>
          )}
          <td>{accountName(account)}</td>
          <td className="amount">{formatMoney(shown)}</td>
          <td className="amount">{formatMoney(summed)}</td>
          <td>
            {agrees ? (
              <Badge tone="success">{t("balances.agrees")}</Badge>
            ) : (
              <Badge tone="critical">{t("balances.differs")}</Badge>
            )}
          </td>
        </tr>
      ))}
    </tbody>
  );
}
