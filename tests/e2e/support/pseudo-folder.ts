/** The folder in which a server finds the build in the pseudo language. */
export const pseudoFolder = ".data/pseudo";
