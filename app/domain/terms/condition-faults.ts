import type { FieldError } from "../refusal.ts";
import { faultsOfAmount } from "./amount-faults.ts";
import type { Condition, Test, TextTest } from "./condition.ts";

const deepestGroup = 5;
const mostValues = 250;
const longestValue = 255;
const largestCount = 1_000_000;

/** What is wrong with a condition by itself, by field ("rules.0.when.of.1.values"). */
export function faultsOfCondition(
  condition: Condition,
  field: string,
  currency: string,
  depth = 1,
): FieldError[] {
  if (condition.kind !== "all" && condition.kind !== "any") return faultsOfTest(condition, field, currency);
  if (depth > deepestGroup) return [{ field, message: `Groups must be at most ${deepestGroup} deep.` }];
  if (condition.kind === "any" && condition.of.length === 0) {
    return [{ field, message: "Add a condition: a group of which any may hold needs one." }];
  }
  return condition.of.flatMap((one, index) =>
    faultsOfCondition(one, `${field}.of.${index}`, currency, depth + 1),
  );
}

function faultsOfTest(test: Test, field: string, currency: string): FieldError[] {
  if (test.kind === "order-value") return faultsOfAmount(test.amount, `${field}.amount`, currency);
  if ("count" in test) {
    const least = test.kind === "months-since-first" ? 0 : 1;
    const fits = Number.isInteger(test.count) && test.count >= least && test.count <= largestCount;
    if (fits) return [];
    return [{ field: `${field}.count`, message: `Must be a whole number from ${least} to ${largestCount}.` }];
  }
  return "values" in test ? faultsOfValues(test, `${field}.values`) : [];
}

const forms: Partial<Record<TextTest["kind"], readonly [RegExp, string]>> = {
  product: [/^\d{1,20}$/, "Must be a product's number."],
  variant: [/^\d{1,20}$/, "Must be a variant's number."],
  collection: [/^\d{1,20}$/, "Must be a collection's number."],
  country: [/^[a-z]{2}$/i, "Must be a country's code of two letters."],
};

function faultsOfValues(test: TextTest, field: string): FieldError[] {
  if (test.values.length === 0) return [{ field, message: "Enter at least one value." }];
  if (test.values.length > mostValues) return [{ field, message: `Must be at most ${mostValues} values.` }];
  const form = forms[test.kind];
  for (const [index, value] of test.values.entries()) {
    const text = value.trim();
    if (text === "" || text.length > longestValue) {
      return [{ field: `${field}.${index}`, message: `Must be from 1 to ${longestValue} characters.` }];
    }
    if (form && !form[0].test(text)) return [{ field: `${field}.${index}`, message: form[1] }];
  }
  return [];
}
