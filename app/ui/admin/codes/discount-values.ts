/** Values of a new discount's form: ten per cent off everything. */
export const newDiscount = {
  title: "",
  kind: "percentage",
  percent: "10",
  amount: "",
  eachItem: false,
  scope: "all",
  itemIds: [] as string[],
  minimum: "none",
  minimumAmount: "",
  minimumQuantity: "",
  firstDay: "",
  lastDay: "",
  usageLimit: "",
  oncePerCustomer: false,
  combinesWith: [] as string[],
  template: "{FIRSTNAME}{PERCENT}",
};

/** A template that fits the kind of discount, as long as the person has typed none of their own. */
export function templateFor(kind: string, template: string): string {
  if (!["{FIRSTNAME}{PERCENT}", "{FIRSTNAME}{AMOUNT}", "{FIRSTNAME}SHIP"].includes(template)) return template;
  if (kind === "percentage") return "{FIRSTNAME}{PERCENT}";
  return kind === "amount" ? "{FIRSTNAME}{AMOUNT}" : "{FIRSTNAME}SHIP";
}
