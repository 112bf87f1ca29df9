import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import {
  payoutSettingsForm,
  payoutSettingsWire,
  paypalAccountsWire,
} from "#app/contracts/payout-settings.ts";
import { encode } from "#app/contracts/wire.ts";
import { mayGiveStoreCredit } from "#app/domain/payouts/method.ts";
import {
  changePayoutSettings,
  readPayoutSettings,
  settingsViewOf,
} from "#app/flows/payouts/change-settings.ts";
import { readPaypalAccounts } from "#app/flows/payouts/read-paypal-accounts.ts";
import { formAction } from "#app/http/form-action.ts";
import { orFailed } from "#app/http/or-failed.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { PayoutSettingsPage } from "#app/ui/admin/payouts/payout-settings-page.tsx";
import { payoutSettingsText as t } from "#app/ui/admin/payouts/payout-settings-text.ts";
import { FetchFault } from "#app/ui/shared/route-fault.tsx";
import { pageTitle } from "#app/ui/shared/frame/document-title.ts";

export const meta: MetaFunction = () => pageTitle("payouts", "settings");

export const headers: HeadersFunction = pageHeaders;

export async function loader({ request }: LoaderFunctionArgs) {
  const { shop, shopId, now } = await requireShop(request, { as: "page" });
  const settings = await readPayoutSettings(shop, now);
  const paypal = encode(paypalAccountsWire, await readPaypalAccounts(shopId));
  return {
    settings: encode(payoutSettingsWire, settingsViewOf(settings)),
    paypal,
    timeZone: shop.timeZone,
    mayGiveCredit: mayGiveStoreCredit(shop.scopes),
  };
}

export async function action({ request }: ActionFunctionArgs) {
  return await formAction(request, payoutSettingsForm, ({ context, fields }) =>
    orFailed(t("failedToSave"), async () => {
      const refusal = await changePayoutSettings(context, fields);
      return refusal ?? { ok: true as const };
    }),
  );
}

export default function PayoutSettings() {
  return <PayoutSettingsPage {...useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <FetchFault title={t("title")} message={t("failed")} />;
}
