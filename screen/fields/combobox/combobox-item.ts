/** One entry of a searchable list. */
export type ComboboxItem = {
  readonly value: string
  readonly label: string
  /** A second, smaller line. */
  readonly detail?: string
  /** Text that the person typed, used unchanged. */
  readonly created?: boolean
  /** Names by which it is found too, the most usual first. Never shown. */
  readonly otherNames?: readonly string[]
  /** Codes by which it is found when one of them is all that is typed. Never shown. */
  readonly codes?: readonly string[]
}
