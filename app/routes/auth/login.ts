import { redirect } from "@remix-run/node";

/** Where the library sends those whom it cannot place: the install page says how to go on. */
export function loader(): Response {
  return redirect("/install");
}
