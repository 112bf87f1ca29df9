import { Layout, Page } from "@shopify/polaris";
import type { ShopInfoWire } from "#app/contracts/shop.ts";
import { HistoryList, Section, type HistoryEntry } from "../../shared/detail-page.tsx";
import { ApiKeysSection, type ApiKeyRow } from "./api-keys-section.tsx";
import { ShopForm } from "./shop-form.tsx";

export type SettingsData = {
  readonly info: ShopInfoWire;
  readonly keys: readonly ApiKeyRow[];
  readonly history: readonly HistoryEntry[];
};

/** Dashboard ▸ Settings: what affiliates see of the shop, defaults of new programs, API keys, and who changed what. */
export function SettingsPage({ info, keys, history }: SettingsData) {
  return (
    <Page
      title="Settings"
      subtitle={info.domain}
      secondaryActions={[
        { content: "Attribution", url: "/dashboard/settings/attribution" },
        { content: "Payouts", url: "/dashboard/settings/payouts" },
        { content: "Fraud rules", url: "/dashboard/settings/fraud" },
        { content: "Emails", url: "/dashboard/settings/emails" },
        { content: "Privacy", url: "/dashboard/settings/privacy" },
        { content: "Health", url: "/dashboard/settings/health" },
        { content: "What could not be processed", url: "/dashboard/settings/deliveries" },
      ]}
    >
      <Layout>
        <Layout.AnnotatedSection
          id="shop"
          title="Your shop"
          description="Name and logo are shown to affiliates. The defaults stand in a new program until you change them there."
        >
          <ShopForm key={info.updatedAt} info={info} />
        </Layout.AnnotatedSection>
        <Layout.AnnotatedSection
          id="api-keys"
          title="API keys"
          description="A key lets a program of yours speak to the API. It is shown once, when it is made."
        >
          <ApiKeysSection keys={keys} timeZone={info.timeZone} />
        </Layout.AnnotatedSection>
        <Layout.AnnotatedSection
          id="history"
          title="History"
          description="Installation, settings and keys: what was done, by whom and when."
        >
          <Section title="Changes">
            <HistoryList entries={history} timeZone={info.timeZone} />
          </Section>
        </Layout.AnnotatedSection>
      </Layout>
    </Page>
  );
}
