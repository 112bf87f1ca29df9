import { Banner, Card, Checkbox } from "@shopify/polaris";
import type { ImportSwitchWire } from "#app/contracts/shadow.ts";
import { formatDateTime } from "../../shared/format.ts";
import { importsText as t } from "./imports-text.ts";

type Props = {
  switched: ImportSwitchWire;
  timeZone: string;
  isExportedLate: boolean;
  confirm: (isExportedLate: boolean) => void;
};

/** Where the switch from another app is run. */
export const shadowUrl = "/dashboard/programs/shadow";

/** Conditions of a switch from another app, above a checked import of balances. */
export function ImportSwitch({ switched, timeZone, isExportedLate, confirm }: Props) {
  const { liveFrom, isLive, missingOrder } = switched;
  if (!isLive || liveFrom === null) {
    const action = { content: t("list.shadow"), url: shadowUrl };
    return (
      <Banner title={t("switch.early")} action={action}>
        {t("switch.earlyText")}
      </Banner>
    );
  }
  return (
    <>
      {missingOrder !== null && (
        <Banner tone="warning" title={t("switch.old")}>
          {t("switch.oldText", { date: formatDateTime(missingOrder, timeZone) })}
        </Banner>
      )}
      <Card>
        <Checkbox
          label={t("switch.confirm", { date: formatDateTime(liveFrom, timeZone) })}
          helpText={t("switch.help")}
          checked={isExportedLate}
          onChange={confirm}
        />
      </Card>
    </>
  );
}
