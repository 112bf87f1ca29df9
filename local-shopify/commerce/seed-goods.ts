import type { Drawing } from "./drawings.ts";

/** Products of the seeded shops. The shop's currency chooses the price. */
export interface Good {
  title: string;
  type: string;
  vendor: string;
  tags: string[];
  description: string;
  picture: [Drawing, string, string];
  /** Name, price in US dollars, price in euros (with tax). */
  variants: [string, string, string][];
  grams: number;
}

export const GOODS: Good[] = [
  {
    title: "Stoneware mug",
    type: "Kitchen",
    vendor: "Harbour Pottery",
    tags: ["ceramic", "gift"],
    description: "Thrown by hand, glazed twice, holds a third of a litre. Every one is a little different.",
    picture: ["mug", "#e8efe9", "#31584a"],
    variants: [
      ["Sand", "24.00", "26.00"],
      ["Slate", "24.00", "26.00"],
    ],
    grams: 380,
  },
  {
    title: "Steel bottle",
    type: "Outdoor",
    vendor: "Fell & Ford",
    tags: ["travel"],
    description: "Keeps tea hot for twelve hours and water cold for a day.",
    picture: ["bottle", "#e6eef6", "#254a74"],
    variants: [
      ["500 ml", "32.00", "34.90"],
      ["750 ml", "38.00", "40.90"],
    ],
    grams: 310,
  },
  {
    title: "Canvas tote",
    type: "Bags",
    vendor: "Fell & Ford",
    tags: ["travel", "cotton"],
    description: "Heavy cotton, flat base, handles long enough for a winter coat.",
    picture: ["tote", "#f6eee0", "#7a5521"],
    variants: [["Default Title", "19.99", "21.50"]],
    grams: 260,
  },
  {
    title: "Beeswax candle",
    type: "Home",
    vendor: "Meadow Lights",
    tags: ["gift"],
    description: "Pure wax from one valley, forty hours of quiet light.",
    picture: ["candle", "#fbf2d6", "#8a6410"],
    variants: [["Default Title", "15.50", "16.90"]],
    grams: 240,
  },
  {
    title: "Pocket notebook",
    type: "Paper",
    vendor: "Quire",
    tags: ["paper"],
    description: "Ninety-six numbered pages that lie flat and take ink well.",
    picture: ["notebook", "#f1e9f4", "#5b3a70"],
    variants: [
      ["Plain", "9.95", "10.50"],
      ["Dotted", "9.95", "10.50"],
    ],
    grams: 120,
  },
  {
    title: "Wool blanket",
    type: "Home",
    vendor: "Highmoor Weavers",
    tags: ["wool", "winter"],
    description: "Woven from undyed lambswool; a metre and a half by two.",
    picture: ["blanket", "#efe7e2", "#6d3f2b"],
    variants: [["Default Title", "129.00", "139.00"]],
    grams: 1450,
  },
  {
    title: "Desk lamp",
    type: "Home",
    vendor: "Lumen Works",
    tags: ["light"],
    description: "A warm lamp with one dial and nothing to set up.",
    picture: ["lamp", "#e9f1f1", "#1f5f63"],
    variants: [["Default Title", "84.00", "89.00"]],
    grams: 1100,
  },
  {
    title: "House coffee",
    type: "Pantry",
    vendor: "Dockside Roasters",
    tags: ["coffee"],
    description: "Roasted on Mondays, posted on Tuesdays. Chocolate, plum, no bitterness.",
    picture: ["coffee", "#f2e6dc", "#4f2f1b"],
    variants: [
      ["250 g", "14.00", "13.90"],
      ["1 kg", "46.00", "45.00"],
    ],
    grams: 260,
  },
  {
    title: "Ribbed scarf",
    type: "Clothing",
    vendor: "Highmoor Weavers",
    tags: ["wool", "winter"],
    description: "Soft enough for the neck, long enough for two turns.",
    picture: ["scarf", "#f7e4e4", "#8a2b3a"],
    variants: [["Default Title", "45.00", "48.00"]],
    grams: 220,
  },
  {
    title: "Gift card",
    type: "Gift card",
    vendor: "The store",
    tags: [],
    description: "For the person who has everything, by e-mail within the minute.",
    picture: ["card", "#e5ebfa", "#2b3f8a"],
    variants: [
      ["25", "25.00", "25.00"],
      ["50", "50.00", "50.00"],
    ],
    grams: 0,
  },
];
