import { createContext } from "react";

/**
 * The nonce that inline scripts of the document carry, so that its Content-Security-Policy lets them run. Only the server
 * has one: a browser hides it from scripts.
 */
export const Nonce = createContext<string | undefined>(undefined);
