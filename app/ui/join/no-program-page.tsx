import { useText } from "../texts/use-text.ts";
import { JoinBox } from "./join-box.tsx";

/** Where the address names no store or no program. */
export function NoProgramPage() {
  return (
    <JoinBox brand={null} title={useText("join")("page.notFound")}>
      {null}
    </JoinBox>
  );
}
