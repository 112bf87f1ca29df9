import { DescriptionList, Link, Text } from "@shopify/polaris";
import { signalName } from "#app/contracts/signals.ts";
import { type SignalName, signalNames } from "#app/domain/signals.ts";

const words: Record<SignalName, string> = {
  code: "A discount code of an affiliate that the shopper entered. It survives blockers, other devices and lost cookies.",
  customer: "The customer was bound to an affiliate by an earlier order, or by you.",
  click:
    "A signed click on an affiliate's link that came with the cart or the landing page. It needs the app embed of your theme, and consent where the law asks for it.",
  landing:
    "The address of the page where the visit began names an affiliate: ?ref=CODE, or a parameter of another system.",
  pixel:
    "The web pixel saw a signed click when the checkout was completed. It helps where the cart lost the click.",
  product: "A product of the order belongs to an affiliate.",
  claim: "An affiliate said that the order was theirs, and you accepted.",
  tag: "An affiliate's code is in the order's tags or note, or in the customer's tags, for example typed at a point of sale. Off by default.",
  renewal: "The order renews a subscription whose first order was credited to an affiliate.",
  none: "Nothing on the order points to an affiliate: visitors who came by themselves, and sales whose signals were lost.",
};

/** What each signal is, and what it depends on. */
export function SignalWords() {
  return (
    <>
      <DescriptionList
        items={signalNames.map((signal) => ({ term: signalName(signal), description: words[signal] }))}
      />
      <Text as="p" tone="subdued">
        Which of them counts first is your choice in the rules of{" "}
        <Link url="/dashboard/settings/attribution">attribution</Link>.
      </Text>
    </>
  );
}
