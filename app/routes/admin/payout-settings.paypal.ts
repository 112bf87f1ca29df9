import type { ActionFunctionArgs } from "@remix-run/node";
import { paypalAccountForm } from "#app/contracts/payout-settings.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { connectPaypal, disconnectPaypal } from "#app/flows/payouts/connect-paypal.ts";
import { formAction } from "#app/http/form-action.ts";
import { orFailed } from "#app/http/or-failed.ts";

/** Connects or disconnects the store's PayPal account. */
export async function action({ request }: ActionFunctionArgs) {
  return await formAction(
    request,
    paypalAccountForm,
    ({ context, fields }) =>
      orFailed("Failed to change the PayPal account", async () => {
        if (fields.intent === "disconnect") {
          const refusal = await disconnectPaypal(context);
          return refusal ?? { ok: true as const, text: "PayPal disconnected" };
        }
        const { intent: _intent, ...asked } = fields;
        const connected = await connectPaypal(context, asked);
        if (isRefusal(connected)) return connected;
        return { ok: true as const, text: connected.canReport ? "PayPal connected" : withoutReports };
      }),
    { secrets: ["clientSecret"] },
  );
}

const withoutReports = "PayPal connected. Turn on Transaction Search in PayPal to import its reports.";
