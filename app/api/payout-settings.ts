import { payoutSettingsBody, payoutSettingsWire } from "#app/contracts/payout-settings.ts";
import { payoutPauseBody, payoutPauseWire } from "#app/contracts/payout.ts";
import {
  changePayoutSettings,
  readPayoutSettings,
  settingsViewOf,
} from "#app/flows/payouts/change-settings.ts";
import { pausePayouts, resumePayouts, readPayoutPause } from "#app/flows/payouts/pause-payouts.ts";
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
    id: "getPayoutPause",
    method: "GET",
    path: "/affiliates/{id}/payout-pause",
    tag: "Payouts",
    summary: "Whether an affiliate's payouts are paused.",
    permission: "read",
    answer: payoutPauseWire,
    handle: ({ shopId, id }) => readPayoutPause(shopId, id),
  }),
  defineCall({
    id: "pausePayouts",
    method: "PUT",
    path: "/affiliates/{id}/payout-pause",
    tag: "Payouts",
    summary: "Pause an affiliate's payouts until somebody resumes them.",
    permission: "write",
    body: payoutPauseBody,
    answer: payoutPauseWire,
    handle: async ({ ctx, shopId, id, body }) =>
      (await pausePayouts(ctx, id, body.note)) ?? (await readPayoutPause(shopId, id)),
  }),
  defineCall({
    id: "resumePayouts",
    method: "DELETE",
    path: "/affiliates/{id}/payout-pause",
    tag: "Payouts",
    summary: "Resume an affiliate's payouts.",
    permission: "write",
    answer: payoutPauseWire,
    handle: async ({ ctx, shopId, id }) =>
      (await resumePayouts(ctx, id)) ?? (await readPayoutPause(shopId, id)),
  }),
];
