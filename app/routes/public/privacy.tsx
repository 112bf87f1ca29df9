import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { type Operator, readOperator } from "#app/http/operator.ts";
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
      "An affiliate's name, e-mail address, referral codes, links, programs and commissions are kept for as long as the store needs its books. So that an affiliate who buys by their own link is noticed, keyed fingerprints of their e-mail address are kept, and, of their own orders, of the customer account and of surname and address. An affiliate sees only their own.",
    ],
  },
  {
    heading: "About people who apply",
    text: [
      "An application is kept as the name, email address, answers, country, the page and campaign that led to it, and the version of the terms that was agreed to. The store sees it and decides. Applications that were never confirmed are deleted after 30 days, and declined ones after two years. Approved ones are kept with the affiliate.",
    ],
  },
  {
    heading: "About affiliates' payout details",
    text: [
      "An affiliate may enter a PayPal address, a bank account with its holder's name, or their customer account at the store. These details are kept encrypted. A part that is enough to recognize them, such as z…@example.com or the last four digits, is kept readable and shown to the affiliate and the store. A keyed fingerprint finds affiliates who share an account.",
      "Accounts that were never used are deleted when they are replaced or withdrawn, and the readable part stays in the history. Accounts that were used are kept for ten years after they end, as books are. Payout files and the requests sent to PayPal are kept encrypted with the books.",
      "To pay, the account and the amount go where the store pays from: to PayPal, to Shopify for store credit, or into a file that the store downloads for its bank. The secret of a store's PayPal account is kept encrypted, and deleted once the account is disconnected and its last payment is closed.",
    ],
  },
  {
    heading: "About visitors who follow an affiliate's link",
    text: [
      "A visit is kept as the time, the page it led to, the host it came from, and whether an advertisement's mark stood in the address. Network addresses are not stored: to count a visitor once a day, a fingerprint is kept that is salted anew each day; the salt is deleted with the day, after which nobody can say whose it was.",
      "Where the store's visitor allows it, the signed names of the first and the latest visits stand in the visitor's browser and in the cart, and come back with the order. Visits are deleted after the time that the store chose, 13 months unless it chose another.",
    ],
  },
  {
    heading: "About customers",
    text: [
      "Orders are kept as amounts, products, discount codes, the country, the customer's number and tags, the address of the page where the visit began, and the visits that led to them, without name, phone number and postal address. The e-mail address, and surname with postal address, are kept only as keyed fingerprints. A store may bind a customer to an affiliate by such a fingerprint.",
      "The original messages from Shopify are encrypted and deleted after 30 days at the latest. Which visits the store's web pixel saw at a checkout is deleted after 90 days unless the store chose another time, at most a year.",
    ],
  },
  {
    heading: "Your rights",
    text: [
      "Requests that Shopify passes on are carried out by the app. When a customer asks what is held about them, it is gathered from everything that is kept, and the store hands it over within 30 days. When a customer is to be erased, the fingerprints, number, country, tags and pages are deleted from their orders, their visits are made nobody's, and what bound them to an affiliate and their applications are deleted; amounts and commissions stay as books.",
      "After a store uninstalls the app and Shopify asks for it, access tokens, API keys, PayPal secrets, the names of its staff beside them, customer fingerprints, requests, visits, applications and payout details are erased. Payout files and requests stay encrypted with the books.",
      "No data is sold. It leaves this server only to pay affiliates, to email them, and to do what the store asks of Shopify.",
    ],
  },
];

/** Loaded from the server, so that no other page's scripts include this text. */
export function loader() {
  return { sections: [...sections, contactSection(readOperator())] };
}

function contactSection({ name, contact }: Operator): ProseSection {
  const runsIt = name === null ? "The operator of this server hasn't given a name." : `${name} runs this server.`;
  const answers =
    contact === null
      ? "No contact is given. Ask the store that uses this app."
      : "Contact for questions about your data:";
  return { heading: "Operator and contact", id: "contact", text: [runsIt, answers], link: contact };
}

export default function Privacy() {
  const { sections: shown } = useLoaderData<typeof loader>();
  return <ProsePage title="Privacy Policy" sections={shown} />;
}
