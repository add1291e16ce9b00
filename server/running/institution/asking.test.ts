import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { changesBetween, contentOf, editionContent, institutionSchema, withChanges } from '../../../api/index.ts'
import type { OwnItem, Structure } from '../../../engine/index.ts'
import { editionsOver } from '../../../form/testing/index.ts'
import institution from '../../../institution.json' with { type: 'json' }
import { definitionOf, registerOfInstitution, stamped } from './asking.ts'

const base = contentOf(institutionSchema.parse(institution))
const contentWith = (structure: Structure | undefined) => editionContent.parse({ ...base, structure })
type Content = ReturnType<typeof contentWith>

/** What an office does to what it has published: more entries and checkboxes, and whatever else is asked about it. */
function grown(past: Structure, next: Structure, by: number): Structure {
  const own = Object.entries(past.own ?? {}).map(([id, item]): [string, OwnItem] => {
    if (item.kind === 'repeated') return [id, { ...item, most: (item.most ?? 10) + by }]
    if (item.kind === 'checkboxes' && by > 0) return [id, { ...item, options: { ...item.options, 0: 'None of them' } }]
    return [id, item]
  })
  return { ...next, own: { ...next.own, ...Object.fromEntries(own) } }
}

/** What every office here has of its own: a block that may grow, and checkboxes. */
const jobs: Structure = {
  own: {
    own_jobs: { kind: 'repeated', in: 'page:about', label: 'Jobs', most: 3 },
    own_employer: { kind: 'text', in: 'repeated:own_jobs', label: 'Employer' },
    own_kinds: { kind: 'checkboxes', in: 'page:about', label: 'Kinds', options: { B: 'Both', A: 'Any' } },
  },
}

/** Editions that an office published one after the other, the last one a way back to the first. */
const published = fc
  .tuple(editionsOver(jobs, 8), fc.nat(2))
  .chain(([first, by]) =>
    editionsOver(first.structure, 6).map((second) => [first.structure, second.structure, by] as const),
  )
  .map(([first, second, by]): readonly Content[] => {
    const one = stamped(contentWith(first), undefined, 4)
    const two = stamped(contentWith(grown(one.structure ?? {}, second, by)), one, 7)
    return [one, two, stamped(contentWith(first), two, 12)]
  })
const always = (property: (editions: readonly Content[]) => void) =>
  fc.assert(fc.property(published, property), { numRuns: Number(process.env.EDITIONS ?? 10) })

const columns = (content: Content) => registerOfInstitution(content).keys.map(({ key }) => key)
const pairs = (editions: readonly Content[]) =>
  editions.slice(1).flatMap((after, place) => {
    const before = editions[place]
    return before ? [{ before, after }] : []
  })

test('the columns of each edition begin with those of the one before, also on the way back', () => {
  always((editions) => {
    for (const { before, after } of pairs(editions))
      expect(columns(after).slice(0, columns(before).length)).toEqual(columns(before))
  })
})

test('what was ever asked is asked or retired in every later edition, with its care', () => {
  always((editions) => {
    for (const { before, after } of pairs(editions)) {
      const [was, is] = [definitionOf(before), definitionOf(after)]
      const known = new Set<string>([...is.keys, ...is.retired.map(({ key }) => key)])
      expect([...was.keys, ...was.retired.map(({ key }) => key)].filter((key) => !known.has(key))).toEqual([])
    }
  })
})

test('an edition that is stamped twice is that edition, and publishing it again makes no version', () => {
  always((editions) => {
    for (const { before, after } of pairs(editions)) {
      const { versions = [] } = after.structure ?? {}
      const number = Number(versions.at(-1)?.split('+').at(-1))
      if (versions.length > (before.structure?.versions?.length ?? 0))
        expect(stamped(after, before, number)).toEqual(after)
      expect(stamped(after, after, 20)).toEqual(after)
    }
  })
})

describe('two people who change different things', () => {
  test('come to the same edition, whoever saves first', () => {
    always((editions) => {
      for (const { before, after } of pairs(editions)) {
        const changes = Object.entries(changesBetween(before, after))
        const [one, other] = [0, 1].map((half) => Object.fromEntries(changes.filter((_, place) => place % 2 === half)))
        const both = (first: typeof one, then: typeof one) =>
          editionContent.safeParse(withChanges(editionContent.parse(before), { ...first, ...then })).data
        const [here, there] = [both(one, other), both(other, one)]
        expect(here).toEqual(there)
        if (here && there) expect(definitionOf(here)).toEqual(definitionOf(there))
        if (here) expect(definitionOf(here)).toEqual(definitionOf(after))
      }
    })
  })
})

test('what an office takes over from another one is asked since its own edition', () => {
  const employer: OwnItem = { kind: 'text', in: 'repeated:own_jobs', label: 'Employer', since: '2020.1+3' }
  const block: OwnItem = { kind: 'repeated', in: 'page:about', label: 'Jobs', most: 3, added: { 3: '2020.1+7' } }
  const { structure } = stamped(contentWith({ own: { own_jobs: block, own_employer: employer } }), undefined, 4)
  const version = structure?.versions?.at(-1)
  expect(version).toMatch(/\+4$/)
  expect(structure?.own?.own_jobs).toEqual({
    kind: 'repeated',
    in: 'page:about',
    label: 'Jobs',
    most: 3,
    since: version,
  })
  expect(structure?.own?.own_employer?.since).toBe(version)
})
