import { SectionTabs } from "../../shared/section-tabs.tsx";

const tabs = [
  { label: "Batches", url: "/dashboard/affiliates/payouts" },
  { label: "Need a person", url: "/dashboard/affiliates/payouts/person" },
  { label: "Owed", url: "/dashboard/affiliates/payouts/owed" },
  { label: "Reconcile", url: "/dashboard/affiliates/payouts/reconcile" },
];

/** What Affiliates ▸ Payouts consists of. */
export function PayoutsTabs() {
  return <SectionTabs label="Payouts" tabs={tabs} />;
}
