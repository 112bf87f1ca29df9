import type { HealthCheckWords } from "#app/contracts/health.ts";
import type { Arrival, HealthCheck, Meaning } from "#app/domain/health-check.ts";
import { deliveries } from "#app/i18n/en/admin/deliveries.ts";
import { storedMessage } from "#app/i18n/fault-words.ts";
import { formatsIn } from "#app/i18n/formats.ts";
import { merchantTexts } from "#app/i18n/texts.ts";

const t = merchantTexts("healthChecks");
const formats = formatsIn("en-US");

/** Checks in words for merchants and operators. Times are in UTC, because operators may work with stores in any time zone. */
export function healthWords(checks: readonly HealthCheck[]): HealthCheckWords[] {
  return checks.map(({ id, state, meanings, next }) => ({
    id,
    title: t(`titles.${id}`),
    state,
    meaning: meanings.map(meaningWords).join(" "),
    next: next && t(`next.${next.code}`, { ...next }),
  }));
}

function meaningWords(meaning: Meaning): string {
  const { code } = meaning;
  if ("fields" in meaning) {
    const fields = meaning.fields.map((field) => t(`fields.${field}`)).join(", ");
    return t(`meanings.${meaning.code}`, { ...meaning, fields });
  }
  if ("last" in meaning) {
    return t(`meanings.${meaning.code}`, { ...meaning, last: meaning.last.map(arrivalWords).join(", ") });
  }
  if ("at" in meaning) return t(`meanings.${meaning.code}`, { at: timeWords(meaning.at) });
  if (meaning.code === "text") return storedMessage(meaning.text);
  return t(`meanings.${code}`, { ...meaning });
}

const topics: Readonly<Record<string, string>> = deliveries.topics;

function arrivalWords({ topic, at }: Arrival): string {
  return t("arrival", { topic: topics[topic.replace("/", "-")] ?? topic, at: timeWords(at) });
}

function timeWords(at: Date): string {
  return formats.dateTime(at, "UTC");
}
