import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { apiKeysForm } from "#app/contracts/shop.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { createApiKey, endApiKey } from "#app/flows/shops/api-keys.ts";
import { formAction } from "#app/http/form-action.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { db } from "#app/platform/db.server.ts";
import { listApiKeys } from "#app/store/api-keys.ts";
import { ApiKeysPage } from "#app/ui/admin/settings/api-keys-page.tsx";
import { pageTitle } from "#app/ui/shared/frame/document-title.ts";

export const meta: MetaFunction = () => pageTitle("api", "settings");

export const headers = pageHeaders;

export async function loader({ request }: LoaderFunctionArgs) {
  const { shop, shopId } = await requireShop(request, { as: "page" });
  const keys = await listApiKeys(db(), shopId);
  return {
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
    timeZone: shop.timeZone,
  };
}

/** Creates or revokes an API key. */
export async function action({ request }: ActionFunctionArgs) {
  return await formAction(request, apiKeysForm, async ({ context, fields }) => {
    if (fields.intent === "make-key") {
      const key = await createApiKey(context, { name: fields.keyName, scope: fields.scope });
      return isRefusal(key) ? key : { ok: true as const, intent: fields.intent, text: key.text };
    }
    const refusal = await endApiKey(context, fields.apiKeyId);
    return refusal ?? { ok: true as const, intent: fields.intent };
  });
}

export default function ApiKeys() {
  return <ApiKeysPage {...useLoaderData<typeof loader>()} />;
}
