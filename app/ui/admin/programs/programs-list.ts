import { merchantText } from "../../texts/texts-provider.tsx";

/** Link back to the list. */
export function programsList() {
  return { content: merchantText("programs")("list.title"), url: "/dashboard/programs" };
}
