import type { HeadersFunction, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { settingsForm, shopInfoWire } from "#app/contracts/shop.ts";
import { encode } from "#app/contracts/wire.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { changeSettings } from "#app/flows/shops/update-settings.ts";
import { formAction } from "#app/http/form-action.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { shopHistoryText } from "#app/http/shop-history.ts";
import { shopInfoOf } from "#app/http/shop-info.ts";
import { db } from "#app/platform/db.server.ts";
import { listAudit } from "#app/store/audit.ts";
import { SettingsPage } from "#app/ui/admin/settings/settings-page.tsx";
import { pageTitle } from "#app/ui/shared/frame/document-title.ts";

export const meta: MetaFunction = () => pageTitle("settings");

export const headers: HeadersFunction = pageHeaders;

export async function loader({ request }: { request: Request }) {
  const { shop, shopId } = await requireShop(request, { as: "page" });
  const events = await listAudit(db(), shopId, { kind: "shop", id: shopId });
  return {
    info: encode(shopInfoWire, shopInfoOf(shop)),
    history: events.map((event) => ({
      id: event.auditId,
      text: shopHistoryText(event.action, event.details),
      actor: event.actorName,
      at: event.at.toISOString(),
    })),
  };
}

/** Saves the settings. */
export async function action({ request }: { request: Request }) {
  return await formAction(request, settingsForm, async ({ context, fields }) => {
    const { intent, name, logo, ...rest } = fields;
    const saved = await changeSettings(context, { displayName: name, logoUrl: logo, ...rest });
    return isRefusal(saved) ? saved : { ok: true as const, intent };
  });
}

export default function Settings() {
  return <SettingsPage {...useLoaderData<typeof loader>()} />;
}
