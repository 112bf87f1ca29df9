import { textsGiven, type FormRefusal } from "../../shared/field-errors.ts";

const empty = {
  title: "",
  kind: "percentage",
  percent: "10",
  amount: "",
  scope: "all",
  minimum: "none",
  minimumAmount: "",
  minimumQuantity: "",
  firstDay: "",
  lastDay: "",
  usageLimit: "",
  template: "{FIRSTNAME}{PERCENT}",
};

export type Texts = typeof empty;
export const textNames = Object.keys(empty) as (keyof Texts)[];

/** What the form of a new discount holds. */
export type DiscountValues = {
  readonly texts: Texts;
  readonly eachItem: boolean;
  readonly oncePerCustomer: boolean;
  readonly itemIds: readonly string[];
  readonly combinesWith: readonly string[];
};

/** What it begins with: what was typed and refused, or ten per cent off everything. */
export function firstValues(refusal: FormRefusal | null): DiscountValues {
  const list = (name: string) => [refusal?.given?.[name] ?? []].flat();
  return {
    texts: textsGiven(refusal, empty),
    eachItem: list("eachItem").length > 0,
    oncePerCustomer: list("oncePerCustomer").length > 0,
    itemIds: list("itemIds"),
    combinesWith: list("combinesWith"),
  };
}

/** A template that fits the kind of discount, as long as the person has typed none of their own. */
export function templateFor(kind: string, template: string): string {
  if (!["{FIRSTNAME}{PERCENT}", "{FIRSTNAME}{AMOUNT}", "{FIRSTNAME}SHIP"].includes(template)) return template;
  if (kind === "percentage") return "{FIRSTNAME}{PERCENT}";
  return kind === "amount" ? "{FIRSTNAME}{AMOUNT}" : "{FIRSTNAME}SHIP";
}
