import { payoutSettingsBody, payoutSettingsToWire } from "#app/contracts/payout-settings.ts";
import { changePayoutSettings, readPayoutSettings } from "#app/flows/payouts/change-settings.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";

export const loader = apiRoute({
  need: "read",
  run: async ({ context, now }) => payoutSettingsToWire(await readPayoutSettings(context.shop, now)),
});

const change = apiRoute({
  need: "write",
  body: payoutSettingsBody,
  run: async ({ context, body, now }) => {
    const refusal = await changePayoutSettings(context.shop, body, { actor: context.actor, now });
    return refusal ?? payoutSettingsToWire(await readPayoutSettings(context.shop, now));
  },
});

export function action(args: Parameters<typeof change>[0]) {
  return args.request.method === "PUT" ? change(args) : methodNotAllowed("GET", "PUT");
}
