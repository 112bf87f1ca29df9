import type { ImportHeadWire, MappingWire } from "#app/contracts/file-import.ts";
import type { ImportSystem, ImportUse } from "#app/domain/imports/import-kinds.ts";
import type { ImportQuestion } from "#app/domain/imports/import-reading.ts";
import { allSystems } from "#app/domain/imports/layouts/all-systems.ts";
import { importsText as t } from "./imports-text.ts";

export function systemName(system: ImportSystem): string {
  return allSystems[system].name || t("otherSystem");
}

/** "Commissions from UpPromote". */
export function contentsText({ kind, system }: Pick<ImportHeadWire, "kind" | "system">): string {
  const contents = t(`kinds.${kind}`);
  return system === "other" ? contents : t("page.fileOf", { kind: contents, system: systemName(system) });
}

export function questionText({ code, what }: MappingWire["questions"][number]): string {
  const use = code.startsWith("column") ? t(`uses.${what as ImportUse}`) : "";
  return t(`questions.${code as ImportQuestion["code"]}`, { use, word: what, name: what });
}
