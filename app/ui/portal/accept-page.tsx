import { LinkPage } from "./link-page.tsx";

/** Where the invitation's mail leads. */
export function AcceptPage() {
  return (
    <LinkPage
      title="You are invited"
      text="Accept the invitation to get your own affiliate link and to see what you earn with it."
      button="Accept invitation"
      action="/portal/accept"
    />
  );
}
