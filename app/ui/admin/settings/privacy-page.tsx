import { BlockStack, Card, Layout, Link, Page, Text } from "@shopify/polaris";
import type { DataRequestWire } from "#app/contracts/privacy.ts";
import type { RetentionPeriods } from "#app/domain/retention.ts";
import { AddressFault } from "../../shared/list/address-fault.tsx";
import { ListFooter, type PageOfList } from "../../shared/list/list-footer.tsx";
import { useFileAction } from "../../shared/use-file-action.ts";
import { DataRequestTable } from "./data-request-table.tsx";
import { RetentionForm } from "./retention-form.tsx";

type Props = {
  periods: RetentionPeriods;
  warnings: readonly string[];
  requests: readonly DataRequestWire[];
  /** True where some of the requests are left away. */
  isNarrowed: boolean;
  pagination: PageOfList;
  exportUrl: string;
  now: string;
  timeZone: string;
};

/** Settings ▸ Privacy: for how long things are kept, and customers who asked what is held about them. */
export function PrivacyPage({ periods, warnings, requests, isNarrowed, ...shown }: Props) {
  const { pagination, exportUrl, now, timeZone } = shown;
  const file = useFileAction(exportUrl, "Export requests (CSV)");
  return (
    <Page
      title="Privacy"
      backAction={{ content: "Settings", url: "/dashboard/settings" }}
      secondaryActions={requests.length === 0 ? [] : [file]}
    >
      <Layout>
        <Layout.AnnotatedSection
          id="retention"
          title="How long things are kept"
          description="No network address is ever kept. What is listed here goes by itself when its time is over; commissions and their books stay."
        >
          <RetentionForm key={JSON.stringify(periods)} periods={periods} warnings={warnings} />
        </Layout.AnnotatedSection>
        <Layout.AnnotatedSection
          id="requests"
          title="Requests of customers"
          description="When a customer asks Shopify what is stored about them, what this app holds is gathered here. Hand it over to the customer within 30 days. A customer who is to be erased is erased at once, with the answer."
        >
          <BlockStack gap="400">
            <AddressFault />
            <Card padding={requests.length === 0 ? "400" : "0"}>
              {requests.length === 0 ? (
                <Text as="p">{isNarrowed ? "There is no such request." : "No customer has asked."}</Text>
              ) : (
                <>
                  <DataRequestTable requests={requests} now={now} timeZone={timeZone} />
                  <ListFooter pagination={pagination} shown={requests.length} />
                </>
              )}
            </Card>
            {isNarrowed && (
              <Text as="p">
                <Link url="/dashboard/settings/privacy">All requests</Link>
              </Text>
            )}
          </BlockStack>
        </Layout.AnnotatedSection>
      </Layout>
    </Page>
  );
}
