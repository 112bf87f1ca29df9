type BodyOfInput = Readonly<Record<string, string | string[]>>;

const lists = new Set(["itemIds", "combinesWith", "affiliateIds"]);
const numbers = new Set(["minimumQuantity", "usageLimit"]);
const switches = new Set(["eachItem", "oncePerCustomer"]);
/** Values of a switch. The contract refuses any others. */
const switched = new Map([
  ["on", true],
  ["true", true],
  ["off", false],
  ["false", false],
]);

/**
 * Converts a posted form to the API's body, without empty fields and fields that do not apply to the choice
 * made.
 */
export function bodyOf(form: BodyOfInput): Record<string, unknown> {
  const who = form["who"];
  const entries = Object.entries(form)
    .filter(([name, value]) => !["who", "intent"].includes(name) && value !== "")
    .filter(([name]) => !(who === "program" && name === "affiliateIds"))
    .filter(([name]) => !(who === "affiliates" && name === "programId"));
  return Object.fromEntries(entries.map(([name, value]) => [name, valueOf(name, value)]));
}

function valueOf(name: string, value: string | string[]): unknown {
  if (lists.has(name)) return [value].flat();
  // The contract refuses a repeated field.
  if (typeof value !== "string") return value;
  if (numbers.has(name)) return /^\d{1,9}$/.test(value) ? Number(value) : value;
  return switches.has(name) ? (switched.get(value) ?? value) : value;
}
