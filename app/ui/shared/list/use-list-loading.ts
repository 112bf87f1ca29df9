import { useLocation, useNavigation } from "@remix-run/react";
import { isOnlyDrawer } from "../drawer-address.ts";
import { useUnanswered } from "../no-answer.ts";

/** True while another page, search or order of the same list loads. Without an answer the rows stay. */
export function useIsListLoading(): boolean {
  const navigation = useNavigation();
  const location = useLocation();
  const unanswered = useUnanswered();
  return (
    unanswered.length === 0 &&
    navigation.state === "loading" &&
    navigation.location.pathname === location.pathname &&
    navigation.location.search !== location.search &&
    // The rows stay, including the link that gets the focus back.
    !isOnlyDrawer(location.search, navigation.location.search)
  );
}
