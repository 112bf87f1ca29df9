import { describe, expect, it } from "vitest";
import { approvingRule, type ApplicantFacts, type RuleCondition } from "#app/domain/applications/joining.ts";

const facts: ApplicantFacts = {
  email: "ana@Mail.Agency.example",
  country: "ES",
  referrer: "https://www.blog.example/reviews/coffee?x=1",
  utm: { source: "Newsletter" },
  answers: [{ fieldId: "audience", label: "Audience", value: "12K" }],
  orders: 3,
};
const approves = (condition: RuleCondition, given: Partial<ApplicantFacts> = {}) =>
  approvingRule([{ name: "R", conditions: [condition] }], { ...facts, ...given }) !== null;

describe("an approval rule", () => {
  it.each<[RuleCondition, boolean]>([
    [{ kind: "country", values: ["pt", "es"] }, true],
    [{ kind: "country", values: ["PT"] }, false],
    [{ kind: "email-domain", values: ["mail.agency.example"] }, true],
    [{ kind: "email-domain", values: ["agency.example"] }, false],
    [{ kind: "referrer", values: ["blog.example"] }, true],
    [{ kind: "referrer", values: ["log.example"] }, false],
    [{ kind: "referrer", values: ["blog.example/reviews"] }, true],
    [{ kind: "referrer", values: ["https://blog.example/rev"] }, false],
    [{ kind: "utm", parameter: "source", values: ["newsletter"] }, true],
    [{ kind: "utm", parameter: "medium", values: ["newsletter"] }, false],
    [{ kind: "answer", fieldId: "audience", values: ["12k"] }, true],
    [{ kind: "answer", fieldId: "other", values: ["12K"] }, false],
    [{ kind: "orders", atLeast: 3 }, true],
    [{ kind: "orders", atLeast: 4 }, false],
  ])("%j approves: %s", (condition, expected) => {
    expect(approves(condition)).toBe(expected);
  });

  it("never matches what the applicant left empty", () => {
    expect(approves({ kind: "country", values: [""] }, { country: "" })).toBe(false);
    expect(approves({ kind: "referrer", values: ["blog.example"] }, { referrer: "" })).toBe(false);
  });

  it("approves by the first rule whose conditions are all true, and by none without conditions", () => {
    const spain: RuleCondition = { kind: "country", values: ["ES"] };
    const rules = [
      { name: "Empty", conditions: [] },
      { name: "Spain with 9 orders", conditions: [spain, { kind: "orders" as const, atLeast: 9 }] },
      { name: "Spain", conditions: [spain] },
    ];
    expect(approvingRule(rules, facts)?.name).toBe("Spain");
    expect(approvingRule(rules, { ...facts, country: "PT" })).toBeNull();
  });
});
