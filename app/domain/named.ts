/** Id and name of something in the shop, as lists show it. */
export type Named = { readonly id: string; readonly name: string };

/** The id with its name, or with the id as its name if that is unknown. */
export function namedOf(id: string, names: ReadonlyMap<string, string>): Named {
  return { id, name: names.get(id) ?? id };
}
