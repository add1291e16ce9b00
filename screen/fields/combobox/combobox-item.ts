/** One line of a list to search. */
export type ComboboxItem = {
  readonly value: string
  readonly label: string
  /** A second, smaller line. */
  readonly detail?: string
  /** A text of the person's own, taken as it stands. */
  readonly created?: boolean
}
