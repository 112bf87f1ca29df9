import { flagKinds } from "#app/domain/fraud/rules.ts";
import { fraudRules } from "./en/admin/fraud-rules.ts";
import { textsOf } from "./message.ts";

const t = textsOf("fraudRules", fraudRules);

/** Name of a fraud rule for merchants. A kind of a later version is shown as it is. */
export function ruleName(kind: string): string {
  const known = flagKinds.find((one) => one === kind);
  return known ? t(`names.${known}`) : kind;
}
