/** In characters, for the name or street of a school from the list. The longest in the federal lists has about 100. */
export const LONGEST_SCHOOL_NAME = 120
