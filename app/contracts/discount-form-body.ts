type Given = Readonly<Record<string, string | string[]>>;

const lists = new Set(["itemIds", "combinesWith", "affiliateIds"]);
const numbers = new Set(["minimumQuantity", "usageLimit"]);
const switches = new Set(["eachItem", "oncePerCustomer"]);
/** What a switch says; anything else is for the contract to refuse. */
const switched = new Map([
  ["on", true],
  ["true", true],
  ["off", false],
  ["false", false],
]);

/** A posted form as the API's body would say it: what was left empty is left out, and what a choice hides too. */
export function bodyOf(form: Given): Record<string, unknown> {
  const who = form["who"];
  const entries = Object.entries(form)
    .filter(([name, value]) => !["who", "intent"].includes(name) && value !== "")
    .filter(([name]) => !(who === "program" && name === "affiliateIds"))
    .filter(([name]) => !(who === "affiliates" && name === "programId"));
  return Object.fromEntries(entries.map(([name, value]) => [name, valueOf(name, value)]));
}

function valueOf(name: string, value: string | string[]): unknown {
  if (lists.has(name)) return [value].flat();
  // What is given twice is for the contract to refuse.
  if (typeof value !== "string") return value;
  if (numbers.has(name)) return /^\d{1,9}$/.test(value) ? Number(value) : value;
  return switches.has(name) ? (switched.get(value) ?? value) : value;
}
