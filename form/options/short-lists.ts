/** Yes or no, stored as Y and N. */
export const yesNo = [
  ['Y', 'Yes'],
  ['N', 'No'],
] as const

/** The same, where nearly everybody answers No and a wrong press would cost most. */
export const noYes = [
  ['N', 'No'],
  ['Y', 'Yes'],
] as const

/** The highest regular grade of a school, against which a GPA is read. */
export const gpaScales = [
  ['', '--'],
  ['4', '4.0'],
  ['4.3', '4.3'],
  ['5', '5.0'],
  ['6', '6.0'],
  ['10', '10'],
  ['20', '20'],
  ['100', '100'],
  ['OTHER', 'Another scale'],
] as const

/** Years in which something may have happened: the current year and the eighty before it. */
export const pastYears = { start: null, count: 81, direction: 'past' } as const

/** Years for which something may be planned: the current year and the next two. */
export const comingYears = { start: null, count: 3, direction: 'future' } as const
