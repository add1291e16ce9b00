import { generateIdentity, identityToRecipient } from 'age-encryption'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Application, withAnswer } from '../../../../engine/index.ts'
import { veteran as anyVeteran, applications, domestic, form } from '../../../../form/testing/index.ts'
import { pescProfile } from './pesc-profile.ts'
import { opened, pescCodes, readXml, textsAt, writeWith, type XmlElement } from './testing/index.ts'

// The term of a form of long ago has no code.
const veteran = withAnswer(form, anyVeteran, 'applied_previously_term_transfer', '')
const codes = { map: pescCodes(form), built_in_codes: ['usps', 'iso-3166-1-alpha-2', 'ipeds'] }
const messageOf = async (application: Application): Promise<XmlElement> => {
  const { files, reasons } = await writeWith(pescProfile, form, [application], codes)
  expect(reasons).toEqual([[]])
  return readXml(String(files['pesc/CW0000001.xml']))
}
const person = (message: XmlElement, ...path: readonly string[]) => textsAt(message, 'Applicant', 'Person', ...path)
const extension = (message: XmlElement): Readonly<Record<string, string>> => {
  const [found] = message.elements
    .filter(({ name }) => name === 'UserDefinedExtensions')
    .flatMap((each) => each.elements)
  expect(found?.uri).toBe(`urn:causeway:application:${form.version}`)
  return Object.fromEntries((found?.elements ?? []).map(({ attributes, text }) => [attributes.key, text]))
}

test('a message has its elements in the order of the schema, and none that is empty', async () => {
  const message = await messageOf(veteran)
  expect([message.uri, message.name]).toEqual([
    'urn:org:pesc:message:AdmissionsApplication:v1.3.0',
    'AdmissionsApplication',
  ])
  expect(message.elements.map(({ name, uri }) => `${uri}${name}`)).toEqual([
    'TransmissionData',
    'Applicant',
    'UserDefinedExtensions',
  ])
  expect(textsAt(message, 'TransmissionData', 'TransmissionType')).toEqual(['Original'])
  const [, applicant] = message.elements
  expect(applicant?.elements.map(({ name }) => name)).toEqual([
    'Person',
    'Family',
    'Application',
    ...Array.from({ length: 9 }, () => 'SelfReportedAcademicRecord'),
  ])
  expect(applicant?.elements[0]?.elements.map(({ name }) => name)).toEqual([
    'Birth',
    'Name',
    'AlternateName',
    'PreferredName',
    'Citizenship',
    'Contacts',
  ])
  expect(person(message, 'Name', 'NameSuffix')).toEqual(['III'])
  expect(person(message, 'Contacts', 'PermanentAddress', 'StateProvinceCode')).toEqual(['MT'])
  expect(person(message, 'Citizenship', 'CitizenshipCountryCode')).toEqual(['NO'])
  const schools = textsAt(message, 'Applicant', 'SelfReportedAcademicRecord', 'School', 'ATP')
  expect(schools).toEqual(['270400', ...Array.from({ length: 8 }, () => '004317')])
  const empty = (element: XmlElement): readonly string[] =>
    element.elements.length > 0 ? element.elements.flatMap(empty) : element.text === '' ? [element.name] : []
  // Each summary must have a program, which nobody is asked for.
  expect(new Set(empty(message))).toEqual(new Set(['AcademicProgram']))
})

test.each([
  ['first_name', 'x'.repeat(36), ['Name', 'FirstName']],
  ['address_line_1', 'x'.repeat(41), ['Contacts', 'PermanentAddress']],
  ['city', 'x'.repeat(31), ['Contacts', 'PermanentAddress']],
  ['zip', 'x'.repeat(18), ['Contacts', 'PermanentAddress']],
  ['email_address', `${'x'.repeat(120)}@mail.example`, ['Contacts', 'PrimaryEmail']],
  ['birth_date', '2004-02-30', ['Birth']],
  ['suffix', 'Esq.', ['Name', 'NameSuffix']],
])('what does not fit the element of %s is whole in the extension', async (key, value, path) => {
  const message = await messageOf(withAnswer(form, veteran, key, value))
  expect(person(message, ...path)).toEqual([])
  expect(extension(message)).toMatchObject({ [key]: value })
})

test('an answer that fits exactly is in its element and not in the extension', async () => {
  const message = await messageOf(withAnswer(form, domestic, 'first_name', '👋'.repeat(35)))
  expect(person(message, 'Name', 'FirstName')).toEqual(['👋'.repeat(35)])
  expect(extension(message)).not.toHaveProperty('first_name')
})

test('Social Security numbers and demographic answers are only in files encrypted for the recipient', async () => {
  const identity = await generateIdentity()
  const recipient = await identityToRecipient(identity)
  const include = ['ssn' as const, 'demographics' as const]
  const { files, facts } = await writeWith(pescProfile, form, [veteran], { ...codes, include, recipient })
  expect(facts).toMatchObject([{ name: 'pesc/CW0000001.xml.age', recipient }])
  const message = readXml(await opened(files['pesc/CW0000001.xml.age'], identity))
  expect(person(message, 'SSN')).toEqual(['501550187'])
  expect(person(message, 'Gender', 'GenderCode')).toEqual(['Female'])
  expect(extension(message)).toMatchObject({ ethnicity: 'Y', race_asian: 'true' })

  const without = { ...codes, include: ['demographics' as const] }
  const open = String((await writeWith(pescProfile, form, [veteran], without)).files['pesc/CW0000001.xml'])
  expect(open).not.toMatch(/SSN|0187|Gender|gender|race|ethnicity/)
})

test('a term that is no month, or a character that XML cannot hold, holds the application back', async () => {
  const map = codes.map.replaceAll(/20\d\d-08/g, 'FALL')
  const held = await writeWith(pescProfile, form, [domestic], { ...codes, map })
  expect(held.reasons).toEqual([['the code of entry_term must be a year and a month, such as 2027-08']])
  expect(held.files).toEqual({})
  const broken = await writeWith(pescProfile, form, [withAnswer(form, domestic, 'first_name', 'A\uFFFE')], codes)
  expect(broken.reasons).toEqual([['first_name has a character that XML cannot hold']])
})

test('every application is written, or held back with reasons', async () => {
  await fc.assert(
    fc.asyncProperty(applications, async (application) => {
      const { files, reasons } = await writeWith(pescProfile, form, [application], codes)
      const [text] = Object.values(files).map(String)
      expect(text === undefined).toBe(reasons[0]?.length !== 0)
      const ids = text === undefined ? [] : textsAt(readXml(text), 'Applicant', 'Application', 'ApplicationID')
      expect(ids).toEqual(text === undefined ? [] : ['CW0000001'])
    }),
    { numRuns: 40 },
  )
})
