/** Affiliate systems whose exports the app knows, and any other. */
export const importSystems = [
  "uppromote",
  "goaffpro",
  "bixgrow",
  "affiliatewp",
  "dub",
  "social_snowball",
  "rewardful",
  "tapfiliate",
  "leaddyno",
  "refersion",
  "post_affiliate_pro",
  "other",
] as const;
export type ImportSystem = (typeof importSystems)[number];

/** Kinds of files. Each row of one is an affiliate, a customer of one, a commission, a balance or a payment. */
export const importKinds = ["affiliates", "customers", "referrals", "balances", "payments"] as const;
export type ImportKind = (typeof importKinds)[number];

/** Kinds whose rows are amounts. */
export const isMoneyKind = (kind: ImportKind): boolean => kind !== "affiliates" && kind !== "customers";

/** Uses of columns. `skip` for all others. */
export const importUses = [
  "skip",
  /** The other system's id of the affiliate. */
  "affiliateId",
  "email",
  "name",
  "firstName",
  "lastName",
  "status",
  "joined",
  "note",
  "tags",
  "payoutEmail",
  /** The affiliate's code in links, which becomes the referral code if it is free. */
  "referralCode",
  /** A link of the other system. Its parameter keeps working. */
  "link",
  /** Discount codes in the store, separated by commas. */
  "discountCodes",
  "program",
  /** The affiliate's commission rate, and whether it is a percentage or an amount. */
  "rate",
  "rateKind",
  /** A customer whose orders are credited to the affiliate for life. */
  "customerEmail",
  "order",
  "date",
  "amount",
  "currency",
  /** Whether the commission was paid, in a column of its own. */
  "paid",
  "releaseDate",
] as const;
export type ImportUse = (typeof importUses)[number];

/** Uses that a row of each kind can have, in the order of the form. */
export const usesOfKind: Readonly<Record<ImportKind, readonly ImportUse[]>> = {
  affiliates: [
    "email",
    "name",
    "firstName",
    "lastName",
    "affiliateId",
    "status",
    "joined",
    "referralCode",
    "link",
    "discountCodes",
    "program",
    "rate",
    "rateKind",
    "tags",
    "note",
    "payoutEmail",
  ],
  customers: ["customerEmail", "email", "affiliateId"],
  referrals: ["email", "affiliateId", "order", "date", "amount", "currency", "status", "paid", "releaseDate"],
  balances: ["email", "affiliateId", "amount", "currency"],
  payments: ["email", "affiliateId", "date", "amount", "currency"],
};

/** Uses of which a file of each kind needs one. */
export const neededUses: Readonly<Record<ImportKind, readonly (readonly ImportUse[])[]>> = {
  affiliates: [["email"]],
  customers: [["customerEmail"], ["email", "affiliateId"]],
  referrals: [["email", "affiliateId"], ["amount"], ["status", "paid"]],
  balances: [["email", "affiliateId"], ["amount"]],
  payments: [["email", "affiliateId"], ["amount"]],
};

/** Why a file is read: to import it, or only to audit its commissions. */
export type ReadingPurpose = "import" | "audit";

const auditUses: readonly ImportUse[] = [
  "email",
  "name",
  "firstName",
  "lastName",
  "affiliateId",
  "order",
  "date",
  "amount",
  "currency",
  "status",
  "paid",
  "program",
  "referralCode",
  "link",
  "discountCodes",
];

const neededForAudit: readonly (readonly ImportUse[])[] = [
  ["email", "affiliateId", "name", "firstName"],
  ["order"],
  ["date"],
  ["amount"],
];

export const usesFor = (kind: ImportKind, purpose: ReadingPurpose): readonly ImportUse[] =>
  purpose === "audit" ? auditUses : usesOfKind[kind];

export const neededFor = (kind: ImportKind, purpose: ReadingPurpose): readonly (readonly ImportUse[])[] =>
  purpose === "audit" ? neededForAudit : neededUses[kind];

/** State of an imported affiliate. `blocked` people earn nothing until somebody activates them. */
export const personStates = ["active", "pending", "invited", "blocked", "rejected"] as const;
export type PersonState = (typeof personStates)[number];

/** State of an imported commission. */
export const referralStates = ["pending", "approved", "paid", "denied"] as const;
export type ReferralState = (typeof referralStates)[number];

export type ImportedState = PersonState | ReferralState;

/** Amounts with a sign. `cents`: without a decimal sign, in minor units. */
export const amountForms = ["point", "comma", "cents"] as const;
export type AmountForm = (typeof amountForms)[number];

/** A known file of a system. Columns are found by name, in any case and order. */
export type ImportLayout = {
  readonly kind: ImportKind;
  /** Names that identify the file. It has all of them. */
  readonly named: Readonly<Record<string, ImportUse>>;
  /** Further names that some files have. */
  readonly more?: Readonly<Record<string, ImportUse>>;
};

/** Public sources of a system's columns, from the system or from code that reads its files. */
export type LayoutSource = {
  readonly from: "source_code" | "vendor" | "reader" | "none";
  /** Address or place of the source. '' if nobody publishes the columns. */
  readonly at: string;
};

/** A system's files and the meanings of its words, by their lower-case text. */
export type SystemLayouts = {
  readonly system: ImportSystem;
  readonly name: string;
  readonly source: LayoutSource;
  readonly layouts: readonly ImportLayout[];
  readonly people: Readonly<Record<string, PersonState>>;
  readonly referrals: Readonly<Record<string, ReferralState>>;
  /** Parameter of the system's links that names the affiliate. '' if there is none, or several. */
  readonly parameter: string;
  /** Set if the system's files write 20% as 0.2. */
  readonly percentages?: "fractions";
};

/** True for files whose rows become balances. */
export function opensBalances({ kind }: { readonly kind: ImportKind }): boolean {
  return kind === "referrals" || kind === "balances";
}
