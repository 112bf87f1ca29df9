import { merchantText } from "../../../texts/use-text.ts";
import { amountWords } from "../terms-text.ts";
import { type ConditionDraft, type GoodsKind, goodsKinds, type RuleDraft, type TestDraft } from "./draft.ts";
import { heardGoods } from "./use-goods.ts";

const t = merchantText("programs");

/** Longest name that the API accepts. */
const longest = 120;

/** A name for a rule from its condition: "Gift card", "First-time customers, Orders from $100". */
export function nameOfRule({ when }: Pick<RuleDraft, "when">): string {
  const name = conditionWords(when) || t("ruleNames.none");
  // A name is one line without markup, whatever its values are.
  const plain = name.replaceAll(/[<>;={}`\\]|--|\.\.\//g, " ").trim();
  return plain.slice(0, longest).trim() || t("ruleNames.none");
}

/** The rule with its new parts. A name that nobody typed follows the condition. */
export function withGeneratedName(before: RuleDraft, after: RuleDraft): RuleDraft {
  const isTyped = before.name !== nameOfRule(before) || after.name !== before.name;
  return isTyped ? after : { ...after, name: nameOfRule(after) };
}

function conditionWords(condition: ConditionDraft): string {
  if (!("of" in condition)) return testWords(condition);
  const parts = condition.of.map(conditionWords).filter((part) => part !== "");
  if (condition.of.length === 0) return t("ruleNames.everything");
  const [first = "", ...rest] = parts;
  const join = condition.type === "all" ? "ruleNames.all" : "ruleNames.any";
  return rest.reduce((text, last) => t(join, { first: text, last }), first);
}

/** Empty while there is nothing to compare with. */
function testWords(test: TestDraft): string {
  if ("is" in test) return t(`ruleNames.${test.is}`);
  if ("values" in test) {
    if (test.values.length === 0) return "";
    const values = valuesWords(test.type, test.values);
    return test.op === "any-of" ? values : t("ruleNames.except", { values });
  }
  const value = "amount" in test ? amountWords(test.amount) : test.count;
  const words = { subject: t(`tests.${test.type}`), value };
  return test.op === "at-least" ? t("ruleNames.atLeast", words) : t("ruleNames.atMost", words);
}

function valuesWords(type: TestDraft["type"], values: readonly string[]): string {
  const goods = goodsKinds.find((kind) => kind === type);
  const names = goods ? titlesOf(goods, values) : values;
  if (!names) return t(`ruleNames.${goods ?? "product"}s`, { count: values.length });
  const [first = "", second] = names;
  if (names.length > 2) return t("ruleNames.more", { values: first, count: names.length - 1 });
  return second === undefined ? first : t("ruleNames.and", { first, last: second });
}

/** Null while the store wasn't asked for all of them. */
function titlesOf(kind: GoodsKind, ids: readonly string[]): string[] | null {
  const titles = ids.flatMap((id) => heardGoods(kind, id)?.title ?? []);
  return titles.length === ids.length ? titles : null;
}
