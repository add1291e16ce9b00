import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ConditionFor, type Structure, withStructure } from '../engine/index.ts'
import { admissions } from '../form/index.ts'
import { askInRoom } from './support/registrar.ts'
import { deskOf } from './support/staff-link.ts'
import { expect, test } from './support/story.ts'

test.use({ sharesProduct: false })

const exampleOf = (name: string): Structure =>
  JSON.parse(readFileSync(join(import.meta.dirname, `../form/examples/${name}.json`), 'utf8')).public.structure

type Changed = { readonly place: string; readonly value: unknown }

/** What a draft asks, of its changes by place: `/structure/own/own_county/label` and the like. */
function structureIn(changes: readonly Changed[]): Structure {
  const made: Record<string, unknown> = {}
  for (const { place, value } of changes) {
    const names = place
      .split('/')
      .slice(1)
      .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
    const last = names.pop() ?? ''
    let at: Record<string, unknown> = made
    for (const name of names) {
      at[name] ??= {}
      at = Object(at[name])
    }
    at[last] = value
  }
  return Object(made.structure)
}

/** What an example asks in one section of its own, and nothing else. */
function sectionOf({ own = {}, order = {}, asked_if: askedIf = {} }: Structure, id: string): Structure {
  const name = `section:${id}`
  const inside = Object.entries(own).filter(([each, item]) => each === id || item.in === name)
  const names = new Set([name, ...(order[name] ?? [])])
  return {
    own: Object.fromEntries(inside),
    order: Object.fromEntries(Object.entries(order).filter(([each]) => each === name || each === own[id]?.in)),
    asked_if: Object.fromEntries(Object.entries(askedIf).filter(([each]) => names.has(each))),
  }
}

const stories: readonly (readonly [what: string, structure: Structure])[] = [
  ['suny-cuny-transfer', exampleOf('suny-cuny-transfer')],
  ['the residency of Texas', sectionOf(exampleOf('applytexas-transfer'), 'own_residency')],
  // Any other one, by the name of its file, for who wants to see it made.
  ...(process.env.CAUSEWAY_EXAMPLES ?? '')
    .split(',')
    .flatMap((name) => (name === '' ? [] : [[name, exampleOf(name)] as const])),
]

for (const [what, structure] of stories)
  test(`a registrar who has only the room asks what ${what} asks`, async ({ page, browser, product, look }) => {
    await page.goto('/about')
    const desk = await deskOf(browser, product, 'Rhea Rigg', 'registrar')
    let doing = ''
    try {
      await askInRoom(desk, structure, (each) => {
        doing = each
        if (process.env.DOING) console.log(new Date().toISOString(), each)
      })
    } finally {
      console.log(`${what}: ${doing}`)
    }
    const { draft }: { draft: { changes: readonly Changed[] } } = await (
      await desk.request.get('/staff/api/form')
    ).json()
    const made = structureIn(draft.changes)
    expect(made.own).toEqual(structure.own)
    expect(Object.keys(made.stopped ?? {}).toSorted()).toEqual(Object.keys(structure.stopped ?? {}).toSorted())
    expect(flat(made)).toEqual(flat(structure))
    const namesOf = (given: Structure) => namesIn(withStructure(admissions, given))
    expect(namesOf(made)).toEqual(namesOf(structure))
    await look(what.replaceAll(' ', '-'), desk)
    await desk.getByRole('button', { name: 'Check the draft' }).click()
    await expect(desk.getByText(/nothing that keeps this from being published/)).toBeVisible()
  })

/** The keys of everything that is asked, in its order. */
const namesIn = ({ pages }: ReturnType<typeof withStructure<typeof admissions>>) =>
  pages.map(({ slug, keys }) => [slug, ...keys])

/** Conditions without groups in groups that say the same. */
const flat = ({ asked_if: askedIf = {} }: Structure) =>
  Object.fromEntries(Object.entries(askedIf).map(([name, condition]) => [name, flatOf(condition)]))

type Condition = ConditionFor<'form'>

function flatOf(condition: Condition): Condition {
  if (condition.operator !== 'all' && condition.operator !== 'any') return condition
  const { operator } = condition
  const parts = condition.conditions
    .map(flatOf)
    .flatMap((each) => (each.operator === operator ? each.conditions : [each]))
  return { operator, conditions: parts }
}
