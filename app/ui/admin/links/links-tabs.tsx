import { SectionTabs } from "../../shared/section-tabs.tsx";

const tabs = [
  { label: "Links", url: "/dashboard/affiliates/links" },
  { label: "Codes", url: "/dashboard/affiliates/codes" },
  { label: "Links of other systems", url: "/dashboard/affiliates/links/imported" },
];

/** Tabs of Affiliates ▸ Links and codes. */
export function LinksTabs() {
  return <SectionTabs label="Links and codes" tabs={tabs} />;
}
