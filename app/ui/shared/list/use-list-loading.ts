import { useLocation, useNavigation } from "@remix-run/react";
import { isOnlyDrawer } from "../drawer-address.ts";

/** True while another page, search or order of this same list is being fetched. */
export function useIsListLoading(): boolean {
  const navigation = useNavigation();
  const location = useLocation();
  return (
    navigation.state === "loading" &&
    navigation.location.pathname === location.pathname &&
    navigation.location.search !== location.search &&
    // The rows stay, and with them the link that gets the focus back.
    !isOnlyDrawer(location.search, navigation.location.search)
  );
}
