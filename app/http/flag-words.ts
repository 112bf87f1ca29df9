import { ruleName } from "#app/i18n/rule-words.ts";
import type { FraudRuleWire } from "#app/contracts/fraud-rule.ts";
import type { FlagKind } from "#app/domain/fraud/rules.ts";
import type { FlagView } from "#app/flows/fraud/read-flags.ts";
import type { FraudRuleView } from "#app/flows/fraud/rules.ts";
import { flagText } from "#app/i18n/flag-words.ts";
import { formatsIn } from "#app/i18n/formats.ts";
import { merchantTexts } from "#app/i18n/texts.ts";

/** A flag with the name of its rule and its reason, for merchants. */
export function wordedFlag<Flag extends FlagView>(flag: Flag): Flag & { name: string; text: string } {
  const words = {
    t: merchantTexts("fraud"),
    formats: formatsIn("en-US"),
    affiliate: flag.affiliate.name,
  };
  return { ...flag, name: ruleName(flag.kind), text: flagText(flag.kind, flag.evidence, words) };
}

/** A fraud rule with its words for merchants. */
export function wordedRule({ limits, kind, ...rule }: FraudRuleView): FraudRuleWire {
  const t = merchantTexts("fraud");
  return {
    ...rule,
    kind,
    name: ruleName(kind),
    about: t(`rules.${kind}.about`),
    limits: limits.map((limit) => ({ ...limit, label: limitLabel(kind, limit.key) })),
  };
}

/** The catalog has a label for each limit of `fraudRules`. */
function limitLabel(kind: FlagKind, key: string): string {
  return merchantTexts("fraud")(`limits.${kind}.${key}` as "limits.fast-order.seconds");
}
