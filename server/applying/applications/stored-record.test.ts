import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createKeyRing } from '../../platform/secrets/index.ts'
import { type Changes, changedRecord, emptyRecord, openRecord, sealRecord } from './stored-record.ts'

const keyRing = createKeyRing({ secretKeys: [{ id: 'a', bytes: Buffer.alloc(32, 1) }], dataDir: '/nowhere' })
const id = randomUUID()
const sealer = keyRing.dataSealer(keyRing.newDataKey(id), { owner: id })

const keys = fc.constantFrom('first_name', 'decision_essay', 'crime_dui', 'constructor')
const changes: fc.Arbitrary<Changes> = fc.record(
  {
    answers: fc.dictionary(keys, fc.oneof(fc.string({ unit: 'grapheme' }), fc.constant('漢'.repeat(1_500)))),
    writings: fc.dictionary(keys, fc.constant([3, 'phone001', 7, 1, 1, true] as const)),
    browsers: fc.dictionary(keys, fc.constant('Firefox on Windows')),
    tabs: fc.dictionary(keys, fc.string()),
    add_another: fc.dictionary(keys, fc.nat()),
    opened_gates: fc.array(keys),
  },
  { requiredKeys: [] },
)

test('whatever is changed, and however often it was compressed anew, is read again, in steps of 2 KB', () => {
  fc.assert(
    fc.property(fc.array(changes, { maxLength: 12 }), (all) => {
      let record = emptyRecord
      for (const each of all) {
        record = changedRecord(record, each)
        const sealed = sealRecord(record, id, sealer)
        const { packed: _, ...contents } = record
        const { packed: __, ...again } = openRecord(sealed, id, sealer)
        expect(again).toEqual(contents)
        expect(sealed.length % 2_048).toBe(0)
      }
    }),
  )
})

test('what is sealed belongs to its application, and the same is never sealed alike', () => {
  const [one, two] = [sealRecord(emptyRecord, id, sealer), sealRecord(emptyRecord, id, sealer)]
  expect(one.equals(two)).toBe(false)
  expect(() => openRecord(one, randomUUID(), sealer)).toThrow('belongs to another context')
})

test('without a data key nothing is sealed, and what an earlier release stored is not sealed by a save', () => {
  expect(() => sealRecord(emptyRecord, id, keyRing)).toThrow('needs the data key')
  expect(() => sealRecord({ ...emptyRecord, packed: null }, id, sealer)).toThrow('cannot be sealed by a save')
})
