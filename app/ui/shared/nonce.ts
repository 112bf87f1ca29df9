import { createContext } from "react";

/**
 * Nonce of the document's inline scripts, for its Content-Security-Policy. Only the server has one, because browsers
 * hide it from scripts.
 */
export const Nonce = createContext<string | undefined>(undefined);
