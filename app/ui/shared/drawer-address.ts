/** URL parameter that opens a drawer over a list. */
export const drawerParameter = "why";

/** True if two queries differ only in the drawer. Opening or closing it does not load the list again. */
export function isOnlyDrawer(before: string, after: string): boolean {
  const [a, b] = [new URLSearchParams(before), new URLSearchParams(after)];
  const isSame = a.get(drawerParameter) === b.get(drawerParameter);
  a.delete(drawerParameter);
  b.delete(drawerParameter);
  return !isSame && a.toString() === b.toString();
}
