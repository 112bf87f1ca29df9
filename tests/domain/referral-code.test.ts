import { expect, test } from "vitest";
import { isReferralCode, referralKey, suggestReferralCode } from "#app/domain/referral-code.ts";

test("codes are the same whatever their case", () => {
  expect(referralKey("  Maya-10 ")).toBe(referralKey("MAYA-10"));
});

test.each([
  ["MAYA", true],
  ["maya-10_x", true],
  ["A", false],
  ["-MAYA", false],
  ["MA YA", false],
  ["MAYA/..", false],
  ["MÄYA", false],
  ["x".repeat(33), false],
])("%j as a code: %s", (code, isCode) => {
  expect(isReferralCode(code)).toBe(isCode);
});

const free = (): boolean => false;

test("a name becomes a code, with the first free number behind it", () => {
  expect(suggestReferralCode("Zoë Núñez", free)).toBe("ZOENUNEZ");
  expect(suggestReferralCode("美咲", free)).toBe("PARTNER");
  expect(suggestReferralCode("Bartholomew Featherstone", free)).toBe("BARTHOLOMEWF");
  const taken = new Set(["maya", "maya2"]);
  expect(suggestReferralCode("Maya", (key) => taken.has(key))).toBe("MAYA3");
});
