import type { ApplicationWire } from "#app/contracts/application.ts";
import { stateText } from "../../shared/status-badge.tsx";

export const applicationNoun = { singular: "application", plural: "applications" };

/** The person or rule that decided, or the suggestion of the rules for an open application. */
export function decisionText(application: ApplicationWire): string {
  const { status, decidedBy, decidedByRule, suggestedRule } = application;
  if (status === "new") return suggestedRule === null ? "" : `Approve: ${suggestedRule}`;
  if (status === "unconfirmed") return "";
  const by = decidedByRule === null ? (decidedBy ?? "") : `rule: ${decidedByRule}`;
  return `${stateText("application", status)} by ${by}`;
}

const mostQuestions = 3;

export type ApplicationQuestion = { readonly fieldId: string; readonly label: string };

/** Questions that the listed applications answer, most frequent first, as many as the list has columns for. */
export function shownQuestions(applications: readonly ApplicationWire[]): ApplicationQuestion[] {
  const counts = new Map<string, ApplicationQuestion & { count: number }>();
  for (const { answers, program } of applications) {
    for (const { fieldId, label } of answers) {
      const key = `${program.id} ${fieldId}`;
      const known = counts.get(key) ?? { fieldId, label, count: 0 };
      counts.set(key, { ...known, count: known.count + 1 });
    }
  }
  const sorted = [...counts.values()].toSorted((a, b) => b.count - a.count);
  const labels = new Set<string>();
  return sorted
    .filter(({ label }) => !labels.has(label) && labels.add(label))
    .slice(0, mostQuestions)
    .map(({ fieldId, label }) => ({ fieldId, label }));
}

/** The answer to a question, found by its text: programs have different ids for the same question. */
export function answerTo({ answers }: ApplicationWire, { label }: ApplicationQuestion): string {
  return answers.find((answer) => answer.label === label)?.value ?? "";
}

/** Shortens a text to a number of characters, if possible at a word. */
export function shortened(text: string, most: number): string {
  const line = text.replaceAll(/\s+/g, " ");
  if (line.length <= most) return line;
  const cut = line.slice(0, most);
  const word = cut.lastIndexOf(" ");
  return `${cut.slice(0, word > most / 2 ? word : most)}…`;
}

/** "1 application", "2 applications". */
export function countOf(count: number): string {
  return count === 1 ? "1 application" : `${count} applications`;
}

/** When declined applicants can apply again, for one or several programs. */
export function reapplyText(days: readonly number[]): string {
  const [first, ...others] = new Set(days);
  if (first === undefined || others.length > 0) return "They can apply again later, as each program says.";
  if (first === 0) return "They can apply again at any time.";
  return first === 1 ? "They can apply again after 1 day." : `They can apply again after ${first} days.`;
}
