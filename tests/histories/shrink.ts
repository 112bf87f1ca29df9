import type { History } from "./history.ts";

/** A history with fewer steps and rules that still shows a difference, for a person to read. */
export function shrunk(history: History, isStill: (history: History) => boolean): History {
  let small = history;
  for (let before = Infinity; before > small.steps.length;) {
    before = small.steps.length;
    for (let at = small.steps.length - 1; at >= 0; at -= 1) {
      const fewer = { ...small, steps: small.steps.filter((_, index) => index !== at) };
      if (isStill(fewer)) small = fewer;
    }
  }
  for (let version = 0; version < small.versions.length; version += 1) {
    for (let rule = (small.versions[version]?.terms?.rules.length ?? 0) - 1; rule >= 0; rule -= 1) {
      const fewer = withoutRule(small, version, rule);
      if (isStill(fewer)) small = fewer;
    }
  }
  return small;
}

function withoutRule(history: History, version: number, rule: number): History {
  return {
    ...history,
    versions: history.versions.map((one, index) => {
      if (index !== version || one.terms === null) return one;
      return { ...one, terms: { ...one.terms, rules: one.terms.rules.filter((_, place) => place !== rule) } };
    }),
  };
}

const line = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) => (typeof one === "bigint" ? `${one}n` : one));

/** The history as text: its setting, then a line for each step. */
export function textOf(history: History): string {
  const { currency, timeZone, affiliates, programs, versions, rules, evidence, steps } = history;
  const told = steps.map((step) => line(step.kind === "told" ? { ...step.told, body: undefined } : step));
  return [
    line({ currency, timeZone, affiliates, programs }),
    ...versions.map(line),
    line(rules),
    line([...evidence]),
    ...told,
  ].join("\n");
}
