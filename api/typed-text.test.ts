import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { canonicalParagraph } from '../engine/index.ts'
import { calls } from './calls.ts'
import { staffCalls } from './staff/calls.ts'
import { typedCode, typedEmail, typedLine, typedParagraph } from './typed-text.ts'

/** Strings that no person types, or that become canonical where the form judges them, by call and place. */
const others: Readonly<Record<string, string>> = {
  'judged by the account forms and by the name of a file, which make it canonical':
    'signup.username confirm.username confirm.code resendConfirm.username login.username login.code forgotPassword.username resetPassword.username askEmailChange.username confirmEmailChange.code startConversion.file_name startFromPhone.file_name find.text',
  'a secret, which stays as it was typed':
    'signup.password confirm.password login.password resetPassword.password resetPassword.confirm_password changePassword.current_password changePassword.password changePassword.confirm_password deleteAccount.current_password askEmailChange.current_password',
  'a token, an id or a place in a list, which a program made':
    'resetPassword.id answerChanges.device answerChanges.before find.id serviceView.service_token keptAnswers.token endKeptAnswers.token useStaffLink.token findApplications.after startConversion.file_key startFromPhone.file_key openPhoneLink.phone_token presignFromPhone.phone_token startFromPhone.phone_token conversionFromPhone.phone_token deleteFromPhone.phone_token checkPdf.seals.seal checkPdf.seals.beginnings.digest checkPdf.digest clientError.message clientError.route clientError.release clientError.request_id',
  'a value of a list, a page or a key of the form, a file whose rows are canonical, a target':
    'presignUpload.answer_key makePhoneLink.answer_key listDeliveries.target makeDelivery.target tryDelivery.target sendDeliveries.target recordAcknowledgement.target recordAcknowledgements.target recordAcknowledgements.file saveLastPage.last_page reportValidations compareSamples.of publishForm.of publishForm.takes_effect saveAddAnother.button_id saveTab.tab_id saveTab.chosen_tab find.max_results findApplications.filter.term findApplications.filter.major findApplications.filter.kind saveView.search',
}

type Place = readonly [place: string, schema: z.ZodType]

/** Every string of a payload, with the names on the way to it. */
function stringsOf(place: string, schema: z.ZodType): readonly Place[] {
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([key, part]) => stringsOf(`${place}.${key}`, part as z.ZodType))
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((part) => stringsOf(place, part as z.ZodType))
  if (schema instanceof z.ZodArray) return stringsOf(place, schema.element as z.ZodType)
  if (schema instanceof z.ZodRecord) return stringsOf(place, schema.valueType as z.ZodType)
  if (schema instanceof z.ZodPipe) return stringsOf(place, schema.in as z.ZodType)
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodReadonly
  )
    return stringsOf(place, schema.unwrap() as z.ZodType)
  return schema instanceof z.ZodString ? [[place, schema]] : []
}

const places = Object.entries({ ...calls, ...staffCalls }).flatMap(([name, call]) =>
  'body' in call && call.body !== null ? stringsOf(name, call.body) : [],
)
const exempt = new Set(Object.values(others).flatMap((names) => names.split(' ')))
const taken = places.filter(([place]) => !exempt.has(place))

const unseen = fc.constantFrom(...' \t\n\u00A0\u200B\u2060\uFEFF\u00AD\u202E\u3164\u0000\u0301')
const texts = fc
  .array(fc.oneof(unseen, fc.constantFrom(...'aé1Ｚ１١२क.@,-/'), fc.string({ unit: 'binary', maxLength: 3 })), {
    maxLength: 30,
  })
  .map((signs) => signs.join(''))

describe('every text that a call takes is canonical', () => {
  test.each(taken)('%s', (_, schema) => {
    fc.assert(
      fc.property(texts, (given) => {
        const { data } = schema.safeParse(given)
        if (typeof data !== 'string') return
        expect(data).toBe(canonicalParagraph(data))
        expect(schema.parse(data)).toBe(data)
      }),
      { numRuns: 300 },
    )
  })
  test('there are many, and the list of others names nothing else', () => {
    expect(taken.length).toBeGreaterThan(20)
    const known = new Set(places.map(([place]) => place))
    expect([...exempt].filter((place) => !known.has(place))).toEqual([])
  })
})

test('each way in keeps what it may', () => {
  expect(typedLine(20).parse(' Jos\u0065\u0301\u200B\n Díaz ')).toBe('José Díaz')
  expect(typedParagraph(20).parse('\n a \r\n\r\n b\u00AD ')).toBe('a\n\nb')
  expect(typedCode(20).parse(' ５５５-０１２３\u2060')).toBe('555-0123')
  expect(typedEmail(20).parse(' Ada@Mail.Example\u200B')).toBe('Ada@mail.example')
})

test('lengths count code points after NFC, and what shows nothing is no reason', () => {
  expect(typedLine(3).parse('e\u0301'.repeat(3))).toBe('ééé')
  expect(typedLine(3).parse('😀😀😀')).toBe('😀😀😀')
  expect(typedLine(3).safeParse('😀😀😀😀').success).toBe(false)
  expect(typedLine(3).min(1).safeParse(' \u200B\u3164 ').success).toBe(false)
})
