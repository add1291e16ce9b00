import { expect, test } from 'vitest'
import { everyItem, type Form, isNeeded } from '../../../../engine/index.ts'
import { needs } from '../../../../form/index.ts'
import { changedForm, domestic, form, veteran } from '../../../../form/testing/index.ts'
import { profiles } from './profiles.ts'
import { bannerCodes, pescCodes, writeWith } from './testing/write-with.ts'

const mayBeMissing = [...new Set(needs.filter(({ how }) => how !== 'mustBeAsked').map(({ item }) => item))]
const named = (item: string) =>
  [...form.keys, ...everyItem(form).flatMap((each) => (each.kind === 'repeated' ? [each.id] : []))].filter((name) =>
    needs.some((need) => need.item === item && isNeeded(need, name)),
  )

/** The form without an item; undefined where a condition of the form itself reads it, so that it cannot go alone. */
function without(item: string): Form | undefined {
  try {
    return changedForm(form, { drop: named(item) }).form
  } catch (error) {
    expect(String(error)).toMatch(/which the form does not ask|not always printed|has no question in the role/)
    return undefined
  }
}

test('what can go alone is tried: the conditions of the form hold on to the others', () => {
  expect(mayBeMissing.filter((item) => without(item) !== undefined).length).toBeGreaterThan(20)
})

test.each(mayBeMissing)('without %s every profile still carries every application', async (item) => {
  const fewer = without(item)
  if (fewer === undefined) return
  const maps: Readonly<Record<string, string>> = { banner: bannerCodes(form), pesc: pescCodes(form) }
  for (const [name, profile] of Object.entries(profiles)) {
    const { reasons } = await writeWith(profile, fewer, [domestic, veteran], {
      ...{ include: ['demographics', 'conduct'], built_in_codes: ['iso-3166-1-alpha-2', 'usps', 'ipeds'] },
      ...(maps[name] === undefined ? {} : { map: maps[name] }),
    })
    expect({ name, reasons }).toEqual({ name, reasons: [[], []] })
  }
})
