/** A thing of the shop with its name, as lists show it. */
export type Named = { readonly id: string; readonly name: string };

/** A thing whose name is not known shows its id. */
export function namedOf(id: string, names: ReadonlyMap<string, string>): Named {
  return { id, name: names.get(id) ?? id };
}
