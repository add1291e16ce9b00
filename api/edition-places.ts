/** The place of something in an edition. */
export const placeOf = (...names: readonly string[]): string =>
  names.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

/** The names of which a place is made. */
export const namesIn = (place: string): readonly string[] =>
  place
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
