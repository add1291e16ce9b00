/** Characters of the name or the street of a school that was found: the longest in the federal lists has about 100. */
export const LONGEST_SCHOOL_NAME = 120
