/** The address's parameter that opens a drawer over a list. */
export const drawerParameter = "why";

/** Whether two queries differ in the drawer alone: opening and closing it asks for no list again. */
export function isOnlyDrawer(before: string, after: string): boolean {
  const [a, b] = [new URLSearchParams(before), new URLSearchParams(after)];
  const isSame = a.get(drawerParameter) === b.get(drawerParameter);
  a.delete(drawerParameter);
  b.delete(drawerParameter);
  return !isSame && a.toString() === b.toString();
}
