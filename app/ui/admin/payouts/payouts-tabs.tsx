import { SectionTabs } from "../../shared/section-tabs.tsx";

const tabs = [
  { label: "All payouts", url: "/dashboard/affiliates/payouts" },
  { label: "Balances", url: "/dashboard/affiliates/payouts/balances" },
  { label: "Reconciliation", url: "/dashboard/affiliates/payouts/reconcile" },
];

/** The pages of Affiliates ▸ Payouts. */
export function PayoutsTabs() {
  return <SectionTabs label="Payouts" tabs={tabs} />;
}
