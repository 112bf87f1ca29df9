import type { OwnDetailsWire } from "#app/contracts/payout-details.ts";
import type { AccountKind } from "#app/domain/payouts/details.ts";

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
  /** What it begins with. */
  readonly value?: string;
};

const holder = { name: "holder", label: "Name of the account's owner", autoComplete: "name" };
const accountNumber = { name: "accountNumber", label: "Account number" };
const bic = {
  name: "bic",
  label: "BIC (SWIFT code), if you know it",
  helpText: "Banks outside the euro area may ask for it.",
  isRequired: false,
};

function currencyField(value: string): DetailsField {
  return {
    name: "currency",
    label: "Currency of the account",
    helpText: "Three letters, such as EUR.",
    value,
  };
}

/** The fields that a kind of account is told by. */
export function fieldsOfKind(
  kind: AccountKind,
  { countries, currency }: Pick<OwnDetailsWire, "countries" | "currency">,
): readonly DetailsField[] {
  const fields: Readonly<Record<AccountKind, readonly DetailsField[]>> = {
    paypal: [
      {
        name: "email",
        label: "E-mail address of your PayPal account",
        type: "email",
        autoComplete: "email",
      },
    ],
    "store-credit": [],
    iban: [
      holder,
      { name: "iban", label: "IBAN", helpText: "With or without spaces." },
      bic,
      currencyField(currency),
    ],
    us: [
      holder,
      { name: "routingNumber", label: "Routing number", helpText: "9 digits." },
      accountNumber,
      {
        name: "accountType",
        label: "Kind of account",
        options: [
          { value: "checking", label: "Checking" },
          { value: "savings", label: "Savings" },
        ],
        value: "checking",
      },
      currencyField("USD"),
    ],
    uk: [
      holder,
      { name: "sortCode", label: "Sort code", helpText: "6 digits, such as 60-16-13." },
      accountNumber,
      currencyField("GBP"),
    ],
    other: [
      holder,
      {
        name: "country",
        label: "Country of the bank",
        options: [
          { value: "", label: "Choose a country" },
          ...countries.map(({ code, name }) => ({ value: code, label: name })),
        ],
      },
      {
        name: "bankCode",
        label: "Code of the bank or branch",
        helpText: "What your bank calls it: BSB, IFSC, transit number, agency, branch code.",
      },
      accountNumber,
      { ...bic, helpText: "Payments from abroad may need it." },
      currencyField(currency),
    ],
  };
  return fields[kind];
}
