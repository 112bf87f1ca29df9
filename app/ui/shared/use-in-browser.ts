import { useSyncExternalStore } from "react";

const neverChanges = () => () => undefined;
const inBrowser = () => true;
const onServer = () => false;

/** False on the server and while its page is taken over, which shows what works without JavaScript. */
export function useInBrowser(): boolean {
  return useSyncExternalStore(neverChanges, inBrowser, onServer);
}
