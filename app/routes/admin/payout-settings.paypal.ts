import type { ActionFunctionArgs } from "@remix-run/node";
import { paypalAccountForm } from "#app/contracts/payout-settings.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { connectPaypal, disconnectPaypal } from "#app/flows/payouts/connect-paypal.ts";
import { formAction } from "#app/http/form-action.ts";
import { orFailed } from "#app/http/or-failed.ts";
import { merchantTexts } from "#app/i18n/texts.ts";

const t = merchantTexts("payoutSettings");

/** Connects or disconnects the store's PayPal account. */
export async function action({ request }: ActionFunctionArgs) {
  return await formAction(
    request,
    paypalAccountForm,
    ({ context, fields }) =>
      orFailed(t("paypal.failed"), async () => {
        if (fields.intent === "disconnect") {
          const refusal = await disconnectPaypal(context);
          return refusal ?? { ok: true as const, text: t("paypal.disconnected") };
        }
        const { intent: _intent, ...asked } = fields;
        const connected = await connectPaypal(context, asked);
        if (isRefusal(connected)) return connected;
        return {
          ok: true as const,
          text: t(connected.canReport ? "paypal.done" : "paypal.doneWithoutReports"),
        };
      }),
    { secrets: ["clientSecret"] },
  );
}
