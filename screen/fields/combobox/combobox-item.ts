/** One entry of a searchable list. */
export type ComboboxItem = {
  readonly value: string
  readonly label: string
  /** A second, smaller line. */
  readonly detail?: string
  /** Text that the person typed, used unchanged. */
  readonly created?: boolean
}
