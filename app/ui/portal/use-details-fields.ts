import type { OwnDetailsWire } from "#app/contracts/payout-details.ts";
import type { AccountKind } from "#app/domain/payouts/details.ts";
import { useText } from "../texts/use-text.ts";

type Option = { readonly value: string; readonly label: string };

/** One field of the form for an account. */
export type DetailsField = {
  readonly name: string;
  readonly label: string;
  readonly helpText?: string;
  readonly autoComplete?: string;
  readonly type?: "email";
  /** False where it may stay empty. */
  readonly isRequired?: boolean;
  readonly options?: readonly Option[];
  /** Its first value. */
  readonly value?: string;
};

/** The fields of each kind of account. */
export function useDetailsFields(
  kind: AccountKind,
  { countries, currency }: Pick<OwnDetailsWire, "countries" | "currency">,
): readonly DetailsField[] {
  const t = useText("portal");
  const holder = { name: "holder", label: t("details.fields.holder"), autoComplete: "name" };
  const accountNumber = { name: "accountNumber", label: t("details.fields.accountNumber") };
  const bic = { name: "bic", label: t("details.fields.bic"), isRequired: false };
  const currencyField = (value: string): DetailsField => ({
    name: "currency",
    label: t("details.fields.currency"),
    helpText: t("details.fields.currencyHelp"),
    value,
  });
  const fields: Readonly<Record<AccountKind, readonly DetailsField[]>> = {
    paypal: [{ name: "email", label: t("details.fields.paypalEmail"), type: "email", autoComplete: "email" }],
    "store-credit": [],
    iban: [
      holder,
      { name: "iban", label: t("details.fields.iban"), helpText: t("details.fields.ibanHelp") },
      { ...bic, helpText: t("details.fields.bicHelp") },
      currencyField(currency),
    ],
    us: [
      holder,
      {
        name: "routingNumber",
        label: t("details.fields.routingNumber"),
        helpText: t("details.fields.routingNumberHelp"),
      },
      accountNumber,
      {
        name: "accountType",
        label: t("details.fields.accountType"),
        options: [
          { value: "checking", label: t("details.fields.checking") },
          { value: "savings", label: t("details.fields.savings") },
        ],
        value: "checking",
      },
      currencyField("USD"),
    ],
    uk: [
      holder,
      { name: "sortCode", label: t("details.fields.sortCode"), helpText: t("details.fields.sortCodeHelp") },
      accountNumber,
      currencyField("GBP"),
    ],
    other: [
      holder,
      {
        name: "country",
        label: t("details.fields.country"),
        options: [
          { value: "", label: t("details.fields.chooseCountry") },
          ...countries.map(({ code, name }) => ({ value: code, label: name })),
        ],
      },
      { name: "bankCode", label: t("details.fields.bankCode"), helpText: t("details.fields.bankCodeHelp") },
      accountNumber,
      { ...bic, helpText: t("details.fields.bicHelpAbroad") },
      currencyField(currency),
    ],
  };
  return fields[kind];
}
