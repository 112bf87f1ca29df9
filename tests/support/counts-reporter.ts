type CountsReporter = ["json", { outputFile: string }];

/** CI adds up the counts of several runs, each from the file that it names in TEST_COUNTS_FILE. */
export function countsReporter(file: string | undefined): CountsReporter[] {
  return file ? [["json", { outputFile: file }]] : [];
}
