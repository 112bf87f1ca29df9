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
import { statusLabel } from "../../shared/status-badge.tsx";
import { useFileAction } from "../../shared/file-button.tsx";
import { useLookWhile } from "../../shared/use-refresh.ts";
import { IdentitySection } from "./identity-section.tsx";

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
  const download = useFileAction("/dashboard/export/ledger.csv", "Download ledger (CSV)");
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
          content: "Sum again",
          loading: isAsking || isWaiting,
          onAction: ask,
        },
      })}
    >
      <BlockStack gap="400">
        <AddressFault />
        {isWaiting && <Banner tone="info">The books are being summed again. The result appears here.</Banner>}
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
    return <Banner tone="info">The books have not been summed again yet. They are once a day.</Banner>;
  }
  if (proof.differenceCount === 0) {
    return (
      <Banner tone="success" title="The books agree">
        <p>Every balance is the sum of its transfers, and every order stands at what its terms say.</p>
      </Banner>
    );
  }
  const more = proof.differenceCount - proof.differences.length;
  return (
    <Banner tone="critical" title={`The books do not agree: ${differences(proof.differenceCount)}`}>
      <BlockStack gap="200">
        <p>Nothing is mended by itself. Please have it looked into before anything is paid out.</p>
        <List>
          {proof.differences.map((one) => (
            <List.Item key={one.text}>
              {one.text} <WhereToLook difference={one} />
            </List.Item>
          ))}
        </List>
        {more > 0 && <p>{`And ${formatCount(more)} more.`}</p>}
      </BlockStack>
    </Banner>
  );
}

function WhereToLook({ difference }: { difference: DifferenceWire }) {
  const { table, key, affiliate, order } = difference;
  return (
    <InlineStack gap="200" as="span">
      {table === "commissions" && (
        <Link url={`/dashboard/affiliates/commissions/${key}`}>Open the commission</Link>
      )}
      {affiliate && <Link url={`/dashboard/affiliates/${affiliate}`}>Open the affiliate</Link>}
      {order && <Link url={`/dashboard/orders/${order}`}>Open the order</Link>}
    </InlineStack>
  );
}

function differences(count: number): string {
  return count === 1 ? "1 difference" : `${formatCount(count)} differences`;
}

function ProofFacts({ shown, small, timeZone }: Pick<ProofPageData, "shown" | "small" | "timeZone">) {
  const { proof, newerEntries } = shown;
  if (proof === null) return null;
  const newer = newerEntries === 0 ? "none" : formatCount(newerEntries);
  return (
    <Section title="The last time the books were summed again">
      <FactList
        facts={[
          { term: "Done", description: formatDateTime(proof.checkedAt, timeZone) },
          { term: "Transfers", description: formatCount(proof.entries) },
          { term: "Balances compared", description: formatCount(proof.balances) },
          { term: "Orders evaluated again", description: formatCount(proof.orders) },
          { term: "Highest sequence", description: proof.highestSequence },
          { term: "Transfers posted since", description: newer },
        ]}
      />
      <Text as="p" tone="subdued">
        {small
          ? "It is done whenever this page is opened, and once a day."
          : "Books of this size are summed again once a day, and when you ask for it."}
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
        Balances
      </Text>
      {late !== null && <Banner tone="warning">{late}</Banner>}
      {late === null && holders.length === 0 && (
        <Text as="p">Nothing was posted yet. When an affiliate earns, their balances stand here.</Text>
      )}
      {holders.length > 0 && (
        <ScrollBox label="Balances">
          <table className="plain-table">
            <thead>
              <tr>
                <th scope="col">Affiliate</th>
                <th scope="col">Account</th>
                <th scope="col" className="amount">
                  Shown
                </th>
                <th scope="col" className="amount">
                  Sum of its transfers
                </th>
                <th scope="col">Result</th>
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
          <td>{statusLabel(account)}</td>
          <td className="amount">{formatMoney(shown)}</td>
          <td className="amount">{formatMoney(summed)}</td>
          <td>{agrees ? <Badge tone="success">Agrees</Badge> : <Badge tone="critical">Differs</Badge>}</td>
        </tr>
      ))}
    </tbody>
  );
}
