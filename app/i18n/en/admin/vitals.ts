/** Speed of the app in the browsers of a store's staff. */
export const vitals = {
  title: "Speed",
  intro: "How fast this app was for you and your team in Shopify admin over the last {days} days",
  none: "Speed appears here after you open the app in Shopify admin.",
  names: {
    LCP: "Loading",
    INP: "Response to clicks",
    CLS: "Layout shift",
  },
  result: {
    LCP: "3 of 4 pages showed their main content within {value}. Goal: {limit} or less.",
    INP: "3 of 4 pages responded within {value}. Goal: {limit} or less.",
    CLS: "3 of 4 pages moved by {value} or less. Goal: {limit} or less.",
  },
  noValue: "Not measured yet",
  good: "Good",
  slow: "Needs improvement",
  milliseconds: "{value} ms",
  seconds: "{value} s",
  byDay: "View by day",
  region: "Speed by day",
  day: "Day",
  loads: "{name} measured",
  dash: "–",
} as const;
