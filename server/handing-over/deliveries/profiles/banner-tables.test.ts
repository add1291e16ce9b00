import { expect, test } from 'vitest'
import { type Application, type Outline, outlineOf, questionsByKey, rowsOf } from '../../../../engine/index.ts'
import { baseRegister } from '../../../../form/index.ts'
import { domestic, form, veteran, visitor } from '../../../../form/testing/index.ts'
import { exportedAnswers } from '../../exports/testing/index.ts'
import { coded, codeListsOf, codesFrom } from '../codes.ts'
import type { DeliveryFolder } from '../delivery-folder.ts'
import { bannerProfile } from './banner-profile.ts'
import { isReadByBanner } from './banner-tables.ts'
import { bannerCodes } from './testing/write-with.ts'

const register = baseRegister()
const lists = codeListsOf(register, form)
const codes = codesFrom(bannerCodes(form), ['iso-3166-1-alpha-2', 'usps', 'ipeds'], lists)

/** What a delivery has, or why it is held back, with another answer to a question that was asked. */
async function delivered(application: Application, outline: Outline, answer = {}): Promise<string> {
  const signed = {
    form_version: form.version,
    application: { ...application, answer: { ...application.answer, ...answer } },
    outline,
  }
  const exported = {
    ...exportedAnswers(register, signed, { school_code: '009901', intended_student_type: 'Transfer' }),
    ...{ application_id: 'an id', person_id: 'an id', version: 1, reference: 'CW0000001', documents: [] },
    submitted_at: '2026-11-22T12:00:00.000Z',
  }
  const inCodes = coded(exported, codes, lists)
  if ('missing' in inCodes) return inCodes.missing.join(', ')
  const written: string[] = []
  const folder: DeliveryFolder = {
    create: async (name) => ({
      write: async (chunk) => void written.push(`${name}: ${chunk}`),
      close: async () => {},
    }),
    files: () => [],
    keep: async () => {},
    discard: async () => {},
  }
  const target = { profile: 'banner', built_in_codes: [], spreadsheet: false, include: [], keep_days: 30 } as const
  const files = await bannerProfile.begin(register, folder, { ...target, built_in_codes: [], include: [] })
  const reasons = await files.add(inCodes)
  await files.close()
  return [...written, ...reasons].join('\n')
}

/** Other answers than the one that was given. */
function others(application: Application, key: string): readonly string[] {
  const question = questionsByKey(form).get(key)
  const values = question?.kind === 'choice' ? question.values.slice(0, 4) : []
  const all = values.length > 1 ? values : ['', question?.kind === 'tick' ? 'true' : 'Z']
  return all.filter((each) => each !== (application.answer[key] ?? ''))
}

test('what is read by Banner is what changes its files', async () => {
  const [asked, found] = [new Set<string>(), new Set<string>()]
  for (const who of [domestic, veteran, visitor]) {
    const outline = outlineOf(form, who)
    const before = await delivered(who, outline)
    for (const { key } of outline.pages.flatMap(({ items }) => rowsOf(items))) {
      asked.add(key)
      for (const answer of found.has(key) ? [] : others(who, key))
        if ((await delivered(who, outline, { [key]: answer })) !== before) found.add(key)
    }
  }
  // Those of two grades are only in deliveries that are encrypted.
  const isTold = (key: string) =>
    !['secret', 'demographics'].includes(register.keys.find((row) => row.key === key)?.care ?? '')
  expect(found.size).toBeGreaterThan(100)
  expect([...asked].filter((key) => isTold(key) && isReadByBanner(register, key)).toSorted()).toEqual(
    [...found].toSorted(),
  )
}, 60_000)
