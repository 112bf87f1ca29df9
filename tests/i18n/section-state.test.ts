import { describe, expect, it } from "vitest";
import { payoutStateOf, sectionStates, describeSectionState } from "#app/domain/payouts/section-state.ts";
import { nextStepWords, sectionReasonWords } from "#app/i18n/payout-words.ts";
import { merchantTexts } from "#app/i18n/texts.ts";

type Facts = Parameters<typeof describeSectionState>[0];

const facts: Facts = {
  state: "sending",
  section: {
    method: "paypal",
    confirmedBy: null,
    createdBy: { kind: "staff" },
    expectedCount: 1,
    error: "",
    status: "sending",
  },
  requestId: null,
  waitsFor: null,
  requestError: null,
  personCount: 0,
  attentionPaymentId: null,
  returnedCount: 0,
  failedCount: 0,
  unclaimedCount: 0,
};

const stepOf = (change: Partial<Facts>) => {
  const { reason, next } = describeSectionState({ ...facts, ...change });
  return [sectionReasonWords(reason), next && nextStepWords(next, reason), next?.subject ?? null];
};

describe("a payout", () => {
  it("shows the state of the section that comes first", () => {
    expect(payoutStateOf(["paid", "sending", "to_pay"])).toBe("to_pay");
    expect(payoutStateOf(["paid", "needs_attention", "ready_to_download"])).toBe("needs_attention");
    expect(payoutStateOf(["canceled", "paid"])).toBe("paid");
    expect(payoutStateOf([])).toBe("canceled");
  });
});

describe("a section", () => {
  const attention = { state: "needs_attention" } as const;
  const bank = { ...facts.section, method: "bank" } as const;

  it.each([
    ["a permission", { waitsFor: "credit_permission" }, "Allow store credit"],
    ["an account", { waitsFor: "paypal_account" }, "Connect PayPal"],
    ["funds", { waitsFor: "funds" }, "Try again"],
    ["one payment at PayPal", { personCount: 1, attentionPaymentId: "pit_1" }, "Check in PayPal"],
    [
      "one payment at the bank",
      { personCount: 1, attentionPaymentId: "pit_1", section: bank },
      "Review 1 payment",
    ],
    ["several payments", { personCount: 2, attentionPaymentId: "pit_1" }, "Review 2 payments"],
    ["other amounts", { section: { ...facts.section, status: "planned" } }, "Review"],
    [
      "a schedule's yes",
      { section: { ...facts.section, status: "planned", expectedCount: null } },
      "Confirm",
    ],
  ])("that waits for %s says which step helps", (_what, change, label) => {
    const [reason, shown] = stepOf({ ...attention, requestId: "poc_1", ...change });
    expect(shown).toBe(label);
    expect(reason).not.toBe("");
  });

  it("has the button of each state, and none where the app goes on by itself", () => {
    expect(stepOf({ state: "needs_second_confirmation" })[1]).toBe("Confirm");
    expect(stepOf({ state: "ready_to_download", requestId: "poc_1" })).toEqual([
      "Your bank needs this file.",
      "Download file",
      "poc_1",
    ]);
    expect(stepOf({ state: "to_pay" })).toEqual(["Pay these affiliates yourself.", "Mark as paid", ""]);
    expect(stepOf({ state: "sent", section: bank })[1]).toBe("Mark as paid");
    expect(stepOf({ state: "sent" })).toEqual(["PayPal confirms within a day.", null, null]);
    expect(stepOf({ state: "preparing" })).toEqual(["You can leave this page.", null, null]);
    expect(stepOf({})).toEqual(["You can leave this page.", null, null]);
    expect(stepOf({ state: "paid", returnedCount: 1 })).toEqual(["1 returned", null, null]);
  });

  it("is named as people know it", () => {
    const nameOf = merchantTexts("badges");
    expect(sectionStates.map((state) => nameOf(`states.section.${state}`))).toEqual([
      "Needs attention",
      "Needs second confirmation",
      "Ready to download",
      "To pay",
      "Preparing",
      "Sending",
      "Sent",
      "Paid",
      "Canceled",
    ]);
  });
});
