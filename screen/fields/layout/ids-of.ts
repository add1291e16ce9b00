/** The value of an attribute that lists ids; undefined when none applies. */
export const idsOf = (...ids: ReadonlyArray<string | false | undefined>): string | undefined =>
  ids.filter(Boolean).join(' ') || undefined
