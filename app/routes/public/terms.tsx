import type { MetaFunction } from "@remix-run/node";
import { ProsePage, type ProseSection } from "#app/ui/shared/prose-page.tsx";

export const meta: MetaFunction = () => [{ title: "Terms of Service" }];

const sections: readonly ProseSection[] = [
  {
    heading: "What this software is",
    text: [
      "Affiliate Platform is open-source software that a store, or someone on its behalf, runs on a server of their own choice. Whoever runs it for you is your provider, and your agreement about service, price and support is with them.",
    ],
  },
  {
    heading: "What it does for you",
    text: [
      "It records visits and orders that your affiliates bring, computes commissions by the terms that you set, and keeps a ledger of what was earned, reversed and paid. You decide whom you invite, what you promise them and when you pay.",
      "The terms of a program that an affiliate has joined are a promise of your store to that affiliate. A change applies to orders from then on, never to earlier ones.",
    ],
  },
  {
    heading: "What is expected of you",
    text: [
      "Use it lawfully: tell your customers and affiliates what you track, keep the promises that your programs make, and report and pay the taxes that are yours.",
      "Keep your API keys to yourself. What is done with them is done in your name.",
    ],
  },
  {
    heading: "What is not promised",
    text: [
      "The software comes as it is, under the licence that is delivered with it, without warranty. Keep backups of your database, and check the figures before you pay from them.",
    ],
  },
  {
    heading: "Ending it",
    text: [
      "Uninstall the app in your store's admin at any time. Every session ends at once. The books of your affiliates stay with your provider until you ask for their deletion or the law lets them go.",
    ],
  },
];

export default function Terms() {
  return <ProsePage title="Terms of Service" sections={sections} />;
}
