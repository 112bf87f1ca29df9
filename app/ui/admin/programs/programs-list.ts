import { merchantText } from "../../texts/use-text.ts";

/** Link back to the list. */
export function programsList() {
  return { content: merchantText("programs")("list.title"), url: "/dashboard/programs" };
}
