import { BlockStack, InlineStack, Select, Text } from "@shopify/polaris";
import { useState } from "react";
import type { ImportWire } from "#app/contracts/file-import.ts";
import {
  actionsOf,
  allRows,
  type DecidableCode,
  type DecisionAction,
  decisionKey,
  type RowDecision,
} from "#app/domain/imports/decisions.ts";
import { formatList, formatMoney } from "../../shared/format.ts";
import { AppModal } from "../../shared/frame/app-modal.tsx";
import { Picker, type PickerOption } from "../../shared/pickers/picker.tsx";
import { useProposals } from "../../shared/pickers/use-proposals.ts";
import { importsText as t } from "./imports-text.ts";

type Row = ImportWire["list"][number];

/** Decisions that are not saved yet, by key. Null to decide later. */
export type Deciding = {
  readonly unsaved: ReadonlyMap<string, RowDecision | null>;
  readonly decide: (key: string, decision: RowDecision | null) => void;
};

/** Codes whose rows may all be imported by one decision. */
const importedTogether: ReadonlySet<DecidableCode> = new Set<DecidableCode>([
  "other_file_imported",
  "order_imported",
  "order_unknown",
  "currency_foreign",
]);

/** A sentence that helps to decide about rows with a code. Null for codes that need none. */
function helpOf(code: DecidableCode): string | null {
  const needsHelp = code === "order_unknown" || code === "currency_foreign";
  return needsHelp ? t(`decide.help.${code}`) : null;
}

const isSimple = (action: DecisionAction) => action !== "assign" && action !== "import";

/** Chooses what becomes of a row, and of all rows about the same person. */
export function RowDecisionSelect({ row, unsaved, decide }: Deciding & { readonly row: Row }) {
  const [isChoosing, setChoosing] = useState(false);
  const [name, setName] = useState("");
  const { decision } = row;
  if (decision === null) return null;
  const { key, code, currencies } = decision;
  const chosen = unsaved.has(key) ? unsaved.get(key) : decision.action && decision;
  const choose = (value: string) => {
    const [action, currency] = value.split(" ", 2) as [DecisionAction | "", string | undefined];
    if (action === "assign") setChoosing(true);
    else decide(key, action === "" ? null : { action, ...(currency && { currency }) });
  };
  return (
    <>
      <Select
        label={t("decide.row", { row: row.row })}
        labelHidden
        options={[{ value: "", label: t("decide.later") }, ...optionsOf(code, currencies)]}
        value={chosen?.action ? valueOf(chosen.action, chosen.currency) : ""}
        {...(unsaved.get(key)?.action === "assign" && { helpText: name })}
        onChange={choose}
      />
      {isChoosing && (
        <ChooseAffiliate
          label={row.label}
          onClose={() => setChoosing(false)}
          onChoose={({ id, name: chosenName }) => {
            setChoosing(false);
            setName(chosenName);
            decide(key, { action: "assign", affiliateId: id });
          }}
        />
      )}
    </>
  );
}

const valueOf = (action: DecisionAction, currency?: string | null) =>
  currency ? `${action} ${currency}` : action;

function optionsOf(code: DecidableCode, currencies: readonly string[]) {
  return actionsOf[code].flatMap((action) => {
    if (action !== "import" || currencies.length === 0) {
      return [{ value: valueOf(action), label: t(`decide.actions.${action}`) }];
    }
    return currencies.map((currency) => ({
      value: valueOf(action, currency),
      label: t("decide.importIn", { currency }),
    }));
  });
}

type ChooseProps = {
  readonly label: string;
  readonly onClose: () => void;
  readonly onChoose: (affiliate: PickerOption) => void;
};

function ChooseAffiliate({ label, onClose, onChoose }: ChooseProps) {
  const [typed, setTyped] = useState("");
  const [isFocused, setFocused] = useState(false);
  const found = useProposals(isFocused ? typed : null, "all");
  const select = (id: string) => {
    const option = found.options.find((one) => one.id === id);
    if (option) onChoose(option);
  };
  return (
    <AppModal
      title={t("decide.chooseTitle")}
      onClose={onClose}
      secondaryActions={[{ content: t("decide.cancel"), onAction: onClose }]}
    >
      <BlockStack gap="300">
        <Text as="p">{t("decide.chooseText", { name: label })}</Text>
        <Picker
          label={t("rows.affiliate")}
          value={typed}
          maxLength={254}
          found={found}
          selected={[]}
          onChange={setTyped}
          onSelect={select}
          onFocusChange={setFocused}
        />
      </BlockStack>
    </AppModal>
  );
}

/** One decision for all rows that wait for the same reason. */
export function SharedDecisions({
  waiting,
  unsaved,
  decide,
}: Deciding & { readonly waiting: ImportWire["waiting"] }) {
  return (
    <BlockStack gap="300">
      <Text as="h3" variant="headingSm">
        {t("decide.title")}
      </Text>
      {waiting.map(({ code, count, amounts, action }) => {
        const key = decisionKey(code, allRows);
        const chosen = unsaved.has(key) ? unsaved.get(key)?.action : action;
        const options = actionsOf[code].filter(
          (one) => isSimple(one) || (one === "import" && importedTogether.has(code)),
        );
        const help = helpOf(code);
        const sums = amounts.length > 0 ? formatList(amounts.map(formatMoney)) : "";
        return (
          <InlineStack key={code} gap="300" align="space-between" blockAlign="center">
            <BlockStack>
              <Text as="p">{t(`decide.about.${code}`)}</Text>
              <Text as="p" tone="subdued">
                {sums === "" ? t("decide.left", { count }) : t("decide.leftWith", { count, sums })}
              </Text>
              {help && (
                <Text as="p" tone="subdued">
                  {help}
                </Text>
              )}
            </BlockStack>
            <Select
              label={t("decide.all", { about: t(`decide.about.${code}`) })}
              labelHidden
              options={[
                { value: "", label: t("decide.byRow") },
                ...options.map((value) => ({ value, label: t(`decide.actions.${value}`) })),
              ]}
              value={chosen ?? ""}
              onChange={(value) => decide(key, value === "" ? null : { action: value as DecisionAction })}
            />
          </InlineStack>
        );
      })}
    </BlockStack>
  );
}
