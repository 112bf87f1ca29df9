import { payoutSettingsBody, payoutSettingsWire } from "#app/contracts/payout-settings.ts";
import { payoutHoldBody, payoutHoldWire } from "#app/contracts/payout.ts";
import {
  changePayoutSettings,
  readPayoutSettings,
  settingsViewOf,
} from "#app/flows/payouts/change-settings.ts";
import { holdAffiliate, liftHold, readHold } from "#app/flows/payouts/hold-affiliate.ts";
import { defineCall } from "./define-call.ts";

export const payoutSettingsCalls = [
  defineCall({
    id: "getPayoutSettings",
    method: "GET",
    path: "/payout-settings",
    tag: "Payouts",
    summary: "How the shop pays: schedule, methods, fees, and limits by currency.",
    permission: "read",
    answer: payoutSettingsWire,
    handle: async ({ shop, now }) => settingsViewOf(await readPayoutSettings(shop, now)),
  }),
  defineCall({
    id: "changePayoutSettings",
    method: "PUT",
    path: "/payout-settings",
    tag: "Payouts",
    summary: "Choose how the shop pays. A new schedule begins with its first day after today.",
    permission: "write",
    body: payoutSettingsBody,
    answer: payoutSettingsWire,
    handle: async ({ ctx, shop, body, now }) => {
      const refusal = await changePayoutSettings(ctx, body);
      return refusal ?? settingsViewOf(await readPayoutSettings(shop, now));
    },
  }),
  defineCall({
    id: "getPayoutHold",
    method: "GET",
    path: "/affiliates/{id}/payout-hold",
    tag: "Payouts",
    summary: "Whether an affiliate's payouts are on hold.",
    permission: "read",
    answer: payoutHoldWire,
    handle: ({ shopId, id }) => readHold(shopId, id),
  }),
  defineCall({
    id: "holdPayouts",
    method: "PUT",
    path: "/affiliates/{id}/payout-hold",
    tag: "Payouts",
    summary: "Keep an affiliate out of every batch until somebody lifts it.",
    permission: "write",
    body: payoutHoldBody,
    answer: payoutHoldWire,
    handle: async ({ ctx, shopId, id, body }) =>
      (await holdAffiliate(ctx, id, body.note)) ?? (await readHold(shopId, id)),
  }),
  defineCall({
    id: "liftPayoutHold",
    method: "DELETE",
    path: "/affiliates/{id}/payout-hold",
    tag: "Payouts",
    summary: "Lift an affiliate's hold.",
    permission: "write",
    answer: payoutHoldWire,
    handle: async ({ ctx, shopId, id }) => (await liftHold(ctx, id)) ?? (await readHold(shopId, id)),
  }),
];
