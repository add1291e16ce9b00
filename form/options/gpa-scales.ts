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
