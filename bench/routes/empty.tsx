import { Page } from "@shopify/polaris";
import { AdminFrame } from "#app/ui/admin/frame/admin-frame.tsx";

const user = { name: "Bench", email: null, shop: "bench.myshopify.com" };

/** The admin's frame around nothing, for nobody: what a page costs before it shows anything. */
export default function Empty() {
  return (
    <AdminFrame user={user}>
      <Page title="Empty" />
    </AdminFrame>
  );
}
