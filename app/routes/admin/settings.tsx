import type { HeadersFunction, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { settingsForm, shopInfoWire } from "#app/contracts/shop.ts";
import { encode } from "#app/contracts/wire.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { endApiKey, createApiKey } from "#app/flows/shops/api-keys.ts";
import { changeSettings } from "#app/flows/shops/update-settings.ts";
import { formAction } from "#app/http/form-action.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { shopInfoOf } from "#app/http/shop-info.ts";
import { db } from "#app/platform/db.server.ts";
import { listApiKeys } from "#app/store/api-keys.ts";
import { listAudit } from "#app/store/audit.ts";
import { SettingsPage, shopHistoryText } from "#app/ui/admin/settings/settings-page.tsx";

export const meta: MetaFunction = () => [{ title: "Settings" }];

export const headers: HeadersFunction = pageHeaders;

export async function loader({ request }: { request: Request }) {
  const { shop, shopId } = await requireShop(request, { as: "page" });
  const [keys, events] = await Promise.all([
    listApiKeys(db(), shopId),
    listAudit(db(), shopId, { kind: "shop", id: shopId }),
  ]);
  return {
    info: encode(shopInfoWire, shopInfoOf(shop)),
    keys: keys.map((key) => ({
      id: key.apiKeyId,
      name: key.name,
      lastFour: key.lastFour,
      scope: key.scope,
      createdBy: key.createdBy,
      createdAt: key.createdAt.toISOString(),
      lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
      revokedAt: key.revokedAt?.toISOString() ?? null,
    })),
    history: events.map((event) => ({
      id: event.auditId,
      text: shopHistoryText(event.action, event.details),
      actor: event.actorName,
      at: event.at.toISOString(),
    })),
  };
}

/** Saves the settings, or creates or revokes an API key. */
export async function action({ request }: { request: Request }) {
  return await formAction(request, settingsForm, async ({ context, fields }) => {
    if (fields.intent === "make-key") {
      const key = await createApiKey(context, { name: fields.keyName, scope: fields.scope });
      return isRefusal(key) ? key : { ok: true as const, intent: fields.intent, text: key.text };
    }
    if (fields.intent === "revoke-key") {
      const refusal = await endApiKey(context, fields.apiKeyId);
      return refusal ?? { ok: true as const, intent: fields.intent };
    }
    const { intent, name, logo, ...rest } = fields;
    const saved = await changeSettings(context, { displayName: name, logoUrl: logo, ...rest });
    return isRefusal(saved) ? saved : { ok: true as const, intent };
  });
}

export default function Settings() {
  return <SettingsPage {...useLoaderData<typeof loader>()} />;
}
