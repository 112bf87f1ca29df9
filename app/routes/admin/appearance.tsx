import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { pageHeaders } from "#app/http/page-headers.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { AppearancePage } from "#app/ui/admin/settings/appearance-page.tsx";
import { pageTitle } from "#app/ui/shared/frame/document-title.ts";

export const meta: MetaFunction = () => pageTitle("appearance", "settings");

export const headers = pageHeaders;

export async function loader({ request }: LoaderFunctionArgs) {
  await requireShop(request, { as: "page" });
  return null;
}

export default function Appearance() {
  return <AppearancePage />;
}
