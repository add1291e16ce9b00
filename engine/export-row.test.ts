import { expect, test } from 'vitest'
import { confirmByTick, tabs, when } from './blocks.ts'
import { is } from './conditions.ts'
import { exportRow } from './export-row.ts'
import { form, page } from './form.ts'
import { choice, entry, ssn, text, tick } from './questions.ts'
import { numbered, repeated } from './repeated.ts'
import { formOf } from './testing/form-of.ts'
import { said } from './testing/said.ts'

const gate = choice('gate', 'Gate', [
  ['Y', 'Yes'],
  ['N', 'No'],
])
const city = text('city', 'City')
const mailing = confirmByTick(tick('same', 'Same'), [text('mailing_city', 'City')], [], {
  sameAs: { mailing_city: 'city' },
})

test('every key of the form, raw values, and the version of the form', () => {
  const two = form('2026.1', [page('a', 'A', [gate, ssn('ssn', 'SSN')]), page('b', 'B', [text('name', 'Name')])])
  expect(exportRow(two, said({ gate: 'Y', ssn: '123-45-6789', unknown: 'x', gate_desc: 'Yes' }))).toEqual({
    form_version: '2026.1',
    gate: 'Y',
    ssn: '123-45-6789',
    name: '',
  })
})

test('[1.institution.7] [1.institution.10] school code and student type of its sender, and nothing else of it', () => {
  const sender = { school_code: '009901', intended_student_type: 'Freshman', phone: '(406) 555-0142' }
  expect(exportRow(formOf(gate), said({ gate: 'Y' }), sender)).toEqual({
    form_version: '1',
    gate: 'Y',
    school_code: '009901',
    intended_student_type: 'Freshman',
  })
})

test('a hidden answer never leaves, whatever hides it', () => {
  const hiding = formOf(
    gate,
    when(is(gate, 'Y'), [city]),
    tabs('t', 'T', { id: 'a', label: 'A', items: [text('a', 'A')] }, { id: 'b', label: 'B', items: [text('b', 'B')] }),
    repeated('c', 'C', numbered('c', 2), 'C', [entry.text('name', 'N')]),
  )
  const given = said({ gate: 'N', city: 'Bozeman', a: '1', b: '2', c_2_name: 'X' }, { tabs: { t: 'b' } })
  expect(exportRow(hiding, given)).toEqual({
    ...{ form_version: '1', gate: 'N', city: '', a: '', b: '2', c_name: '', c_2_name: 'X' },
  })
})

test.each([
  ["ticked 'same as' copies the answer", { same: 'true', city: 'Bozeman' }, 'Bozeman'],
  ['and not a stale one of its own', { same: 'true', city: 'Bozeman', mailing_city: 'Butte' }, 'Bozeman'],
  ['not ticked it is the own one', { same: '', city: 'Bozeman', mailing_city: 'Butte' }, 'Butte'],
  ['nothing to copy', { same: 'true', mailing_city: 'Butte' }, ''],
])('%s', (_, answer, copied) =>
  expect(exportRow(formOf(city, mailing), said(answer))).toMatchObject({ mailing_city: copied }),
)

test("a hidden 'same as' copies nothing, and none copies a hidden answer", () => {
  const stale = said({ gate: 'N', same: 'true', city: 'Bozeman' })
  expect(exportRow(formOf(gate, city, when(is(gate, 'Y'), [mailing])), stale)).toMatchObject({
    same: '',
    mailing_city: '',
  })
  expect(exportRow(formOf(gate, when(is(gate, 'Y'), [city]), mailing), stale)).toMatchObject({
    city: '',
    mailing_city: '',
  })
})
