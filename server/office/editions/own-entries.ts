import { type ChangedValue, type Editable, LINKS, placeOf } from '../../../api/index.ts'

/** The institution's own links, in their order, and each of their titles and addresses. */
export function linkRows(published: (place: string) => ChangedValue | null): readonly Editable[] {
  const order = published(LINKS)
  const ids = Array.isArray(order) ? order : []
  const about = { group: 'Links', product: null }
  return [
    { ...about, place: LINKS, name: 'Links of your own', kind: 'links', published: order },
    ...ids.flatMap((id): readonly Editable[] => {
      const [title, address] = [LINKS + placeOf(id, 'title'), LINKS + placeOf(id, 'address')]
      return [
        { ...about, place: title, name: 'Title', kind: 'line', published: published(title), english: '' },
        { ...about, place: address, name: 'Address', kind: 'link', published: published(address) },
      ]
    }),
  ]
}

/** What Privacy calls each system that is given applications: its own name, until the office has another. */
export const recipientRows = (
  systems: readonly string[],
  published: (place: string) => ChangedValue | null,
): readonly Editable[] =>
  systems.map((system) => {
    const place = placeOf('recipients', system)
    const name = `What ${system} is called`
    return { place, group: 'Privacy', name, kind: 'line', published: published(place), product: system }
  })
