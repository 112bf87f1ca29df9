/** Something the person at the terminal can mend. Its message is the one line they are told. */
export class LaunchProblem extends Error {
  constructor(line: string) {
    super(line);
    this.name = "LaunchProblem";
  }
}
