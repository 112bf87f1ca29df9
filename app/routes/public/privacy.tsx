import type { MetaFunction } from "@remix-run/node";
import { ProsePage, type ProseSection } from "#app/ui/shared/prose-page.tsx";

export const meta: MetaFunction = () => [{ title: "Privacy Policy" }];

const sections: readonly ProseSection[] = [
  {
    heading: "About store staff",
    text: [
      "When you open the app, Shopify tells it your name and e-mail address. They are kept so that it can be seen who changed what. A cookie holds your session; the theme that you chose is kept in a cookie and in your browser's storage.",
    ],
  },
  {
    heading: "About affiliates",
    text: [
      "An affiliate's name, e-mail address, referral code, programs and commissions are kept for as long as the store needs its books. An affiliate sees only their own.",
    ],
  },
  {
    heading: "About visitors who follow an affiliate's link",
    text: [
      "A visit is kept as the time, the page it led to, and the host it came from. Network addresses are not stored: to count a visitor once a day, a keyed fingerprint that cannot be turned back is kept for that day.",
    ],
  },
  {
    heading: "About customers",
    text: [
      "Orders are kept as amounts, products and discount codes, without name, phone number and address. An e-mail address is kept only as a keyed fingerprint. The original message from Shopify is encrypted and deleted after 30 days.",
    ],
  },
  {
    heading: "Your rights",
    text: [
      "Requests that Shopify passes on, to see or to erase a customer's data, are carried out by the app. After a store uninstalls the app and Shopify asks for it, access tokens, API keys, the names of its staff beside them, customer fingerprints and visits are erased.",
      "No data is sold or given to third parties. Whoever runs this server can answer your questions.",
    ],
  },
];

export default function Privacy() {
  return <ProsePage title="Privacy Policy" sections={sections} />;
}
