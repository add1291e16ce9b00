/** Tests that replace a high school diploma. */
export const equivalencyTests = [
  ['', '--'],
  ['GED', 'GED'],
  ['HISET', 'HiSET'],
  ['TASC', 'TASC'],
] as const
