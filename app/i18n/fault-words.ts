import type { TextFunction } from "./text-function.ts";
import type { Reason, ReasonValue } from "#app/domain/refusal-codes.ts";
import { readReason } from "#app/domain/refusal.ts";
import { type Formats, formatsIn } from "./formats.ts";
import { faults } from "./en/admin/faults.ts";
import { textsOf } from "./message.ts";
import { ruleName } from "./rule-words.ts";

type ReasonTexts = TextFunction<"faults"> | TextFunction<"refusals">;

/** A reason in words. `t` is the catalog `faults` for merchants, `refusals` for affiliates. */
export function refusalMessage(t: ReasonTexts, formats: Formats, reason: Reason): string {
  // Types of the catalogs prove that each code has its texts.
  const write = t as unknown as (key: string, values: Readonly<Record<string, string | number>>) => string;
  const { code } = reason;
  const values = Object.entries<ReasonValue>(reason).map(([name, value]) => [name, shown(formats, value)]);
  const key = "what" in reason ? `codes.${code}.${reason.what}` : `codes.${code}`;
  return write(key, Object.fromEntries(values));
}

function shown(formats: Formats, value: ReasonValue): string | number {
  if (typeof value !== "object") return value;
  if ("fraudRule" in value) return ruleName(value.fraudRule);
  if ("day" in value) return formats.date(new Date(`${value.day}T00:00:00Z`), "UTC");
  return "at" in value ? formats.dateTime(new Date(value.at), "UTC") : formats.money(value);
}

const merchantFaults = textsOf("faults", faults);

/** A reason in a merchant's words. */
export function messageOf(reason: Reason): string {
  return refusalMessage(merchantFaults, formatsIn("en-US"), reason);
}

/** A stored failure in a merchant's words: a reason as text, or another system's own words. */
export function storedMessage(text: string): string {
  const reason = readReason(text);
  return reason ? messageOf(reason) : text;
}
