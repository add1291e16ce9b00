import { expect, test } from 'vitest'
import institution from '../institution.json' with { type: 'json' }
import { proves } from '../testing/proves.ts'
import { confirmByTick, form, page, tabs, when } from './blocks.ts'
import { is } from './conditions.ts'
import { choice, entry, ssn, text, tick } from './questions.ts'
import { numbered, repeated } from './repeated.ts'
import { applicationWith } from './testing/application-with.ts'
import { exportedRow } from './testing/exported-row.ts'
import { formOf } from './testing/form-of.ts'

const gate = choice('gate', 'Gate', [
  ['Y', 'Yes'],
  ['N', 'No'],
])
const city = text('city', 'City')
const mailing = confirmByTick(tick('same', 'Same'), [text('mailing_city', 'City')], [], {
  sameAs: { mailing_city: 'city' },
})

test('contains every key of the form with its stored value, and the version of the form', () => {
  const two = form('2026.1', [page('a', 'A', [gate, ssn('ssn', 'SSN')]), page('b', 'B', [text('name', 'Name')])])
  expect(exportedRow(two, applicationWith({ gate: 'Y', ssn: '123-45-6789', unknown: 'x', gate_desc: 'Yes' }))).toEqual({
    form_version: '2026.1',
    gate: 'Y',
    ssn: '123-45-6789',
    name: '',
  })
})

test('contains the school code and student type of institution.json, and nothing else of it', () => {
  const row = exportedRow(formOf(gate), applicationWith({ gate: 'Y' }), institution.private)
  expect(row, proves('1.institution.7', '1.institution.10')).toEqual({
    form_version: '1',
    gate: 'Y',
    school_code: institution.private.school_code,
    intended_student_type: 'Freshman',
  })
})

test('a hidden answer is never exported', () => {
  const hiding = formOf(
    gate,
    when(is(gate, 'Y'), [city]),
    tabs('t', 'T', { id: 'a', label: 'A', items: [text('a', 'A')] }, { id: 'b', label: 'B', items: [text('b', 'B')] }),
    repeated('c', 'C', numbered('c', 2), 'C', [entry.text('name', 'N')]),
  )
  const given = applicationWith({ gate: 'N', city: 'Bozeman', a: '1', b: '2', c_2_name: 'X' }, { tabs: { t: 'b' } })
  expect(exportedRow(hiding, given)).toEqual({
    form_version: '1',
    gate: 'N',
    city: '',
    a: '',
    b: '2',
    c_name: '',
    c_2_name: 'X',
  })
})

test.each([
  ["ticked 'same as' copies the answer", { same: 'true', city: 'Bozeman' }, 'Bozeman'],
  [
    "ticked 'same as' ignores an earlier separate answer",
    { same: 'true', city: 'Bozeman', mailing_city: 'Butte' },
    'Bozeman',
  ],
  ["unticked 'same as' exports the separate answer", { same: '', city: 'Bozeman', mailing_city: 'Butte' }, 'Butte'],
  ['nothing to copy', { same: 'true', mailing_city: 'Butte' }, ''],
])('%s', (_, answer, copied) =>
  expect(exportedRow(formOf(city, mailing), applicationWith(answer))).toMatchObject({ mailing_city: copied }),
)

test("a hidden 'same as' copies nothing, and a hidden answer is never copied", () => {
  const stale = applicationWith({ gate: 'N', same: 'true', city: 'Bozeman' })
  expect(exportedRow(formOf(gate, city, when(is(gate, 'Y'), [mailing])), stale)).toMatchObject({
    same: '',
    mailing_city: '',
  })
  expect(exportedRow(formOf(gate, when(is(gate, 'Y'), [city]), mailing), stale)).toMatchObject({
    city: '',
    mailing_city: '',
  })
})
