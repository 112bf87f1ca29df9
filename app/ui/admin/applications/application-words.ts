import type { ApplicationWire } from "#app/contracts/application.ts";
import { merchantText } from "../../texts/use-text.ts";
import { stateText } from "../../shared/status-badge.tsx";

const t = merchantText("applications");

/** The person or rule that decided, or the suggestion of the rules for an open application. */
export function decisionText(application: ApplicationWire): string {
  const { decidedBy, decidedByRule: rule, suggestedRule } = application;
  if (application.status === "new") {
    return suggestedRule === null ? "" : t("decision.suggested", { rule: suggestedRule });
  }
  if (application.status === "unconfirmed") return "";
  const status = stateText("application", application.status);
  if (rule !== null) return t("decision.byRule", { status, rule });
  return decidedBy === null ? status : t("decision.byPerson", { status, name: decidedBy });
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
