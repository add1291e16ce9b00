import { expect, test } from 'vitest'
import { expectComplete, expectSubmitted } from './expect-complete.ts'
import { expectKept, type Ledger } from './write-on.ts'

/** An applicant whose city 7 was acknowledged and 9 was sent, and whose profile now has this. */
const ledger = (): Ledger => ({
  count: 9,
  saves: 1,
  documents: 1,
  unanswered: 2,
  acknowledged: new Map([['city', 7]]),
  sent: new Map([['city', 9]]),
})
const applicantWith = (answer: object, submission: object | null = null) => {
  const profile = { answer, document_answer: {}, submission }
  return {
    username: 'ada@mail.example',
    call: async () => ({ status: 200, body: { reference: 'A' } }),
    read: async () => ({ status: 'FAILED', message: 'It was lost' }),
    profile: async () => JSON.parse(JSON.stringify(profile)),
    attach: async () => true,
    download: async () => Buffer.from(''),
  }
}

test.each([
  ['the acknowledged answer', 'city 7'],
  ['one that was sent since', 'city 9'],
])('%s is kept', async (_, city) => {
  await expect(expectKept(applicantWith({ city }), ledger())).resolves.toBeUndefined()
})

test.each([
  ['an older answer', 'city 6'],
  ['no answer', undefined],
  ['an answer that nobody sent', 'city 10'],
  ['another text', 'Bozeman'],
])('%s counts as lost', async (_, city) => {
  await expect(expectKept(applicantWith({ city }), ledger())).rejects.toThrow('LOST')
})

test('an acknowledged document that failed counts as lost', async () => {
  const attached = ledger()
  attached.acknowledged.set('college_transcript', 8)
  await expect(expectComplete(applicantWith({ city: 'city 7' }), attached)).rejects.toThrow('LOST: the document')
})

test.each([
  ['no submission', null],
  ['another submission', { reference: 'B' }],
])('%s counts as lost', async (_, submission) => {
  await expect(expectSubmitted(applicantWith({}, submission), 'A', '.')).rejects.toThrow('LOST')
})
