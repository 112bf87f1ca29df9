/** The server cannot start. The message is one line for the person at the terminal: the reason, and what to do. */
export class StartProblem extends Error {
  override name = "StartProblem";
}
