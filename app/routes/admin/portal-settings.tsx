import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { removeLogoForm } from "#app/contracts/shop.ts";
import { shopName } from "#app/flows/affiliates/send-link.ts";
import { deleteLogo, uploadLogo } from "#app/flows/shops/logo.ts";
import { fileAction, formAction } from "#app/http/form-action.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { logoAddressOf } from "#app/http/shop-info.ts";
import { PortalSettingsPage } from "#app/ui/admin/settings/portal/portal-settings-page.tsx";
import { frameText } from "#app/ui/shared/frame/frame-text.ts";
import { FetchFault } from "#app/ui/shared/route-fault.tsx";
import { pageTitle } from "#app/ui/shared/frame/document-title.ts";

export const meta: MetaFunction = () => pageTitle("portal", "settings");

export const headers = pageHeaders;

export async function loader({ request }: LoaderFunctionArgs) {
  const { shop } = await requireShop(request, { as: "page" });
  return { name: shopName(shop), logo: logoAddressOf({ ...shop, logoUrl: null }) };
}

/** Uploads the logo or removes it. */
export async function action({ request }: ActionFunctionArgs) {
  const isFile = (request.headers.get("Content-Type") ?? "").startsWith("multipart/");
  if (isFile) {
    return await fileAction(
      request,
      async ({ context, given: { bytes } }) =>
        (await uploadLogo(context, bytes)) ?? {
          ok: true as const,
          done: "uploaded" as const,
        },
      { megabytes: 1 },
    );
  }
  return await formAction(request, removeLogoForm, async ({ context }) => {
    await deleteLogo(context);
    return { ok: true as const, done: "removed" as const };
  });
}

export default function PortalSettings() {
  return <PortalSettingsPage {...useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <FetchFault title={frameText("pages.portal")} />;
}
