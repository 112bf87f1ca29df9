import { Banner, BlockStack, Card, InlineStack, Link, List, Page, Text } from "@shopify/polaris";
import type { HolderWire } from "#app/contracts/ledger-to-wire.ts";
import type { DifferenceWire, ProofWire } from "#app/contracts/ledger.ts";
import { FactList, Section } from "../../shared/detail-page.tsx";
import { formatCount, formatDateTime } from "../../shared/format.ts";
import { AddressFault } from "../../shared/list/address-fault.tsx";
import { ListFooter, type PageOfList } from "../../shared/list/list-footer.tsx";
import { useFileAction } from "../../shared/use-file-action.ts";
import { ComparedBalances } from "./compared-balances.tsx";
import { IdentitySection } from "./identity-section.tsx";
import { useAskedProof } from "./use-asked-proof.ts";

export type ProofPageData = {
  readonly shown: ProofWire;
  /** Whether opening the page sums the books again. */
  readonly small: boolean;
  /** Why there are none, where comparing them took too long. */
  readonly late: string | null;
  readonly holders: readonly HolderWire[];
  readonly pagination: PageOfList;
  readonly timeZone: string;
};

/** Dashboard ▸ Proof: the books summed again against every balance shown, M15, and the whole ledger to take away. */
export function ProofPage({ shown, small, late, holders, pagination, timeZone }: ProofPageData) {
  const download = useFileAction("/dashboard/ledger.csv", "Download ledger (CSV)");
  const { ask, isAsking, isWaiting } = useAskedProof(shown.proof?.checkedAt ?? null);
  return (
    <Page
      title="Proof"
      fullWidth
      secondaryActions={[
        download,
        { content: "All transfers", url: "/dashboard/proof/transfers" },
        { content: "Closed periods", url: "/dashboard/proof/periods" },
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
    </Page>
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
  const { proof, newerTransfers } = shown;
  if (proof === null) return null;
  const newer = newerTransfers === 0 ? "none" : formatCount(newerTransfers);
  return (
    <Section title="The last time the books were summed again">
      <FactList
        facts={[
          { term: "Done", description: formatDateTime(proof.checkedAt, timeZone) },
          { term: "Transfers", description: formatCount(proof.transfers) },
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
