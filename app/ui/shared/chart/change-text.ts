import { merchantText } from "../../texts/use-text.ts";
import { formatChange } from "../format.ts";

/** Change from a former value: "+12%", "No change", "New" from zero. Undefined if there is no percentage of it. */
export function changeText(now: number | null, before: number | null): string | undefined {
  const t = merchantText("charts");
  if (now === null || before === null) return undefined;
  if (now === before) return t("change.none");
  if (before === 0) return now > 0 ? t("change.new") : undefined;
  return before > 0 ? formatChange(now, before) : undefined;
}
