import { plainWord } from "../tables/plain-word.ts";
import {
  type ImportKind,
  type ImportLayout,
  importKinds,
  type ImportSystem,
  importSystems,
  isMoneyKind,
  type ImportUse,
  neededUses,
  type ReadingPurpose,
  usesFor,
} from "./import-kinds.ts";
import { allSystems } from "./layouts/all-systems.ts";

type PlainLayout = {
  readonly system: ImportSystem;
  readonly kind: ImportKind;
  readonly named: ReadonlyMap<string, ImportUse>;
  readonly all: ReadonlyMap<string, ImportUse>;
};

const plainNames = (columns: ImportLayout["named"] = {}) =>
  new Map(Object.entries(columns).map(([name, use]) => [plainWord(name), use]));

const layouts: readonly PlainLayout[] = importSystems.flatMap((system) =>
  allSystems[system].layouts.map(({ kind, named, more }) => ({
    system,
    kind,
    named: plainNames(named),
    all: new Map([...plainNames(more), ...plainNames(named)]),
  })),
);

/** Names of all known columns, without case and punctuation. */
export const headerNames: ReadonlySet<string> = new Set(layouts.flatMap(({ all }) => [...all.keys()]));

type FoundLayout = {
  readonly system: ImportSystem;
  readonly kind: ImportKind;
  readonly columns: readonly ImportUse[];
};

type Asked = {
  readonly system?: ImportSystem | undefined;
  readonly kind?: ImportKind | undefined;
  readonly purpose: ReadingPurpose;
};

/** The known file with this header, or null. Of several, the one with the most of the columns. */
export function findLayout(head: readonly string[], asked: Asked): FoundLayout | null {
  const names = head.map(plainWord);
  const fitting = layouts.filter(
    ({ system, kind, named }) =>
      (asked.system === undefined || system === asked.system) &&
      (asked.kind === undefined || kind === asked.kind) &&
      [...named.keys()].every((name) => names.includes(name)),
  );
  const size = ({ all }: PlainLayout) => names.filter((name) => all.has(name)).length;
  const [best] = fitting.toSorted((a, b) => b.named.size - a.named.size || size(b) - size(a));
  if (!best) return null;
  return {
    system: best.system,
    kind: best.kind,
    columns: names.map((name) => best.all.get(name) ?? usualMore(best, name, asked.purpose)),
  };
}

/** A column that the known file lacks is used only if its name leaves no doubt, and nothing else has its use. */
function usualMore({ kind, all }: PlainLayout, name: string, purpose: ReadingPurpose): ImportUse {
  const use = usualUse(name);
  const isFree = use !== null && ![...all.values()].includes(use);
  return isFree && freely.has(use) && usesFor(kind, purpose).includes(use) ? use : "skip";
}

const freely: ReadonlySet<ImportUse> = new Set<ImportUse>([
  "currency",
  "tags",
  "payoutEmail",
  "program",
  "rate",
]);

/** Names that files of any system have, in English and the languages of sites that translate their headers. */
const usualNames: Readonly<Partial<Record<ImportUse, readonly string[]>>> = {
  affiliateId: ["affiliate id", "partner id", "affiliate key", "partner key", "promoter id"],
  email: [
    "email",
    "e mail",
    "email address",
    "affiliate email",
    "partner email",
    "correo",
    "correo electronico",
    "adresse e mail",
    "e mail adresse",
    "courriel",
  ],
  customerEmail: ["customer email", "customer email address", "buyer email", "client email"],
  name: ["name", "full name", "affiliate name", "partner name", "nombre", "nom"],
  firstName: ["first name", "firstname", "given name", "vorname", "prenom"],
  lastName: ["last name", "lastname", "surname", "family name", "nachname", "apellido"],
  status: ["status", "state", "affiliate status", "commission status", "estado", "statut"],
  joined: [
    "joined",
    "join date",
    "joined at",
    "date created",
    "created at",
    "date registered",
    "sign up date",
  ],
  note: ["note", "notes", "comment"],
  tags: ["tags", "tag"],
  payoutEmail: ["payout email", "paypal email", "paypal email address", "payment email", "paypal"],
  referralCode: ["referral code", "ref code", "affiliate code", "code", "token"],
  link: ["referral link", "affiliate link", "link", "affiliate url", "referral url"],
  discountCodes: ["coupon", "coupons", "coupon code", "discount code", "discount codes", "promo code"],
  program: ["program", "program name", "affiliate program", "group", "group name", "campaign"],
  rate: ["rate", "commission rate", "commission percentage", "commission percent", "affiliate rate"],
  rateKind: ["rate type", "commission type", "rate kind"],
  order: ["order", "order id", "order number", "order name", "order no", "bestellung", "pedido", "commande"],
  date: ["date", "order date", "conversion date", "datum", "fecha"],
  amount: [
    "commission",
    "commission amount",
    "affiliate commission",
    "amount",
    "balance",
    "unpaid",
    "amount due",
    "payout amount",
    "provision",
    "comision",
  ],
  currency: ["currency", "currency code", "wahrung", "moneda", "devise"],
  paid: ["is paid", "paid", "payout status", "payment status"],
  releaseDate: ["release date", "due at", "due date", "payable on", "approval date"],
};

const useByName: ReadonlyMap<string, ImportUse> = new Map(
  Object.entries(usualNames).flatMap(([use, names]) =>
    names.map((name) => [name, use as ImportUse] as const),
  ),
);

/** Usual use of a column with this name, written without case and punctuation. Null for another name. */
export function usualUse(name: string): ImportUse | null {
  return useByName.get(name) ?? null;
}

/** A proposal for a file that is none of the known ones. The first column with a use has it. */
export function proposeColumns(
  head: readonly string[],
  kind: ImportKind,
  purpose: ReadingPurpose,
): readonly ImportUse[] {
  const taken = new Set<ImportUse>();
  return head.map((name) => {
    const use = usualUse(plainWord(name));
    if (use === null || taken.has(use) || !usesFor(kind, purpose).includes(use)) return "skip";
    taken.add(use);
    return use;
  });
}

/** The kind of an unknown file, by its columns. Null if they fit no kind. */
export function proposeKind(head: readonly string[]): ImportKind | null {
  const uses = new Set(head.map((name) => usualUse(plainWord(name))));
  const fits = (kind: ImportKind) =>
    neededUses[kind].every((some) => some.some((use) => uses.has(use))) &&
    (isMoneyKind(kind) || !uses.has("amount")) &&
    (kind !== "affiliates" || !uses.has("customerEmail"));
  return importKinds.find((kind) => fits(kind)) ?? null;
}
