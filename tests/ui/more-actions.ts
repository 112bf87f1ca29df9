import { fireEvent, screen } from "@testing-library/react";

/**
 * The buttons of a name after the page's menus of actions were opened. Polaris measures a copy of the page's actions,
 * and without a layout it shows a menu for those that would not fit.
 */
export async function openedActions(name: string): Promise<HTMLElement[]> {
  for (const menu of await screen.findAllByRole("button", { name: "More actions" })) fireEvent.click(menu);
  return screen.queryAllByRole("button", { name });
}

/** Presses an action of the page's menu. */
export async function pressMore(name: string): Promise<void> {
  const [action] = await openedActions(name);
  if (!action) throw new Error(`The menu has no ${name}`);
  fireEvent.click(action);
}
