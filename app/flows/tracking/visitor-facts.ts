import { isbot } from "isbot";

/** A person who came to see; a preview is kept as evidence and never counted; who only looks leaves no trace. */
export type VisitPurpose = "visit" | "preview" | "look-only";

/** The same browsers come again and again, and asking about one costs more than all else that is asked of a click. */
const judged = new Map<string, boolean>();
const mostJudged = 5000;

/** True for crawlers, previews of messengers, programs, and whoever says nothing of itself. */
export function isBot(userAgent: string): boolean {
  if (userAgent === "") return true;
  const known = judged.get(userAgent);
  if (known !== undefined) return known;
  const bot = isbot(userAgent);
  if (judged.size >= mostJudged) judged.clear();
  judged.set(userAgent, bot);
  return bot;
}

/** The host of the page that somebody came from; '' where none is told. */
export function hostOf(referrer: string): string {
  return referrer === "" ? "" : (URL.parse(referrer)?.host ?? "").slice(0, 253);
}
