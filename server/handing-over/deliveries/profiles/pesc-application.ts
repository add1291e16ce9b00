import type { ExportedApplication } from '../../exports/index.ts'
import { createPescAnswers, type PescAnswers } from './pesc-answers.ts'
import {
  hasNoXmlCharacters,
  isAwardLevel,
  isCountry,
  isDate,
  isDecimal,
  isEmptyOr,
  isRank,
  isState,
  isYearMonth,
  matches,
  upTo,
} from './pesc-values.ts'

/** Elements in their order; one without a value is left out, and several of a name are a list. */
type Element = { readonly [name: string]: Element | string | readonly (Element | string)[] | undefined }

/**
 * The elements of the message for an application whose terms, states and countries are PESC's, or the reasons why there
 * is none.
 */
export function pescApplication(
  application: Pick<ExportedApplication, 'reference' | 'version' | 'submitted_at' | 'colleges' | 'parents'> & {
    readonly row: Readonly<Record<string, string>>
  },
): { readonly content: Element } | { readonly reasons: readonly string[] } {
  const { reference, version, submitted_at, row } = application
  const { form_version: formVersion = '', school_code: school = '', ...given } = row
  const answers = createPescAnswers(given)
  const term = answers.take('entry_term', isYearMonth)
  const reasons = [
    ...(term ? [] : ['the code of entry_term must be a year and a month, such as 2027-08']),
    ...(matches(/^[A-Za-z0-9]{1,6}$/)(school) ? [] : ['school_code must have one to six letters or digits']),
    ...Object.entries(given).flatMap(([key, value]) =>
      hasNoXmlCharacters(value) ? [`${key} has a character that XML cannot hold`] : [],
    ),
  ]
  if (reasons.length > 0) return { reasons }
  const institution = { Organization: { ATP: school.padStart(6, '0') } }
  const content = {
    TransmissionData: {
      DocumentID: `${reference}-${version}`,
      CreatedDateTime: submitted_at,
      DocumentTypeCode: 'Application',
      TransmissionType: version === 1 ? 'Original' : 'Replace',
      Source: institution,
      Destination: institution,
    },
    Applicant: {
      Person: personIn(answers),
      Family: some({
        FamilyMember: application.parents.flatMap(({ entry }) => memberIn(answers, prefixOf('parent_', entry))),
      }),
      Application: {
        ApplicationSource: 'Applicant',
        ApplicationID: reference,
        ApplicationDetail: {
          ApplicationSession: { SessionDesignator: term },
          ApplicationDegreeProgram: programIn(answers),
        },
      },
      SelfReportedAcademicRecord: [
        ...recordIn(answers, 'hs_', 'TwelfthGrade'),
        ...application.colleges.flatMap(({ entry }) => recordIn(answers, prefixOf('college_', entry), 'Postsecondary')),
      ],
    },
  }
  return { content: present({ ...content, UserDefinedExtensions: extensionOf(answers, formVersion) }) }
}

const prefixOf = (prefix: string, entry: string): string => (entry === '1' ? prefix : `${prefix}${entry}_`)

function personIn(answers: PescAnswers): Element {
  const birth = answers.take('birth_date', isDate)
  const former = answers.take('prev_name', upTo(45))
  const preferred = answers.take('chosen_name', upTo(35))
  const gender = answers.take('gender', (value) => genderOf(value) !== undefined)
  const suffix = answers.take('suffix', (value) => suffixes.has(suffixOf(value)))
  return {
    SSN: answers.take('ssn', matches(/^\d{3}-?\d{2}-?\d{4}$/))?.replaceAll('-', ''),
    Birth: some({ BirthDate: birth }),
    Name: {
      FirstName: answers.take('first_name', upTo(35)),
      MiddleName: answers.take('middle_name', upTo(35)),
      LastName: answers.take('last_name', upTo(35)),
      NameSuffix: suffix && suffixOf(suffix),
    },
    AlternateName: some({ CompositeName: former }),
    PreferredName: some({ FirstName: preferred }),
    Citizenship: citizenshipIn(answers),
    Contacts: {
      PermanentAddress: addressIn(answers, ''),
      CurrentAddress: addressIn(answers, 'mailing_'),
      PermanentPhone: phoneIn(answers, 'phone_home'),
      MobilePhone: phoneIn(answers, 'phone_mobile'),
      PrimaryEmail: some({ EmailAddress: answers.take('email_address', upTo(128)) }),
    },
    Gender: some({ GenderCode: gender && genderOf(gender) }),
  }
}

const suffixes = new Set(['JR', 'SR', 'I', 'II', 'III', 'IV'])
const suffixOf = (value: string): string => value.toUpperCase().replace('.', '')
const genderOf = (value: string): string | undefined =>
  ({ F: 'Female', M: 'Male' })[value] ?? ['Female', 'Male', 'Unreported'].find((code) => code === value)

function citizenshipIn(answers: PescAnswers): Element | undefined {
  const isYes = (value: string) => value === 'Y'
  if (answers.take('us_citizen', isYes)) return { CitizenshipStatusCode: 'Citizen', CitizenshipCountryCode: 'US' }
  const resident = answers.take('perm_resident', isYes) && 'ResidentAlien'
  return some({ CitizenshipStatusCode: resident, CitizenshipCountryCode: answers.take('citizenship', isCountry) })
}

/** An address goes to its place whole: a part that does not fit takes the others with it. */
function addressIn(answers: PescAnswers, prefix: string): Element | undefined {
  const key = <Part extends string>(part: Part): `${string}${Part}` => `${prefix}${part}`
  const isAmerican = ['US', 'CA'].includes(answers.peek(key('country'))) && answers.peek(key('zip')) !== ''
  const isDomestic = isAmerican && isState(answers.peek(key('state')))
  const parts = answers.takeAll({
    [key('address_line_1')]: upTo(40),
    [key('address_line_2')]: isEmptyOr(upTo(40)),
    [key('city')]: upTo(30, 2),
    [key('state')]: isEmptyOr(upTo(30, 2)),
    [key('zip')]: isEmptyOr(upTo(17)),
    [key('country')]: isCountry,
  })
  if (!parts) return undefined
  const [first = '', second = '', City, state, zip, country] = Object.values(parts)
  const region = { ...(state ? { [isDomestic ? 'StateProvinceCode' : 'StateProvince']: state } : {}) }
  return {
    AddressLine: second ? [first, second] : [first],
    City,
    ...region,
    PostalCode: zip || undefined,
    CountryCode: isDomestic ? undefined : country,
  }
}

/** Numbers of North America only: another one cannot be taken apart without knowing its country. */
function phoneIn(answers: PescAnswers, key: string): Element | undefined {
  const digits = answers.take(key, matches(/^\(\d{3}\) \d{3}-\d{4}$/))?.replace(/\D/g, '')
  return digits ? { AreaCityCode: digits.slice(0, 3), PhoneNumber: digits.slice(3) } : undefined
}

const memberIn = (answers: PescAnswers, prefix: string): readonly Element[] => {
  const FirstName = answers.take(`${prefix}first_name`, upTo(35))
  const LastName = answers.take(`${prefix}last_name`, upTo(35))
  return FirstName || LastName ? [{ Name: { FirstName, LastName } }] : []
}

/** A major whose code is one of the Classification of Instructional Programs is that, and any other a name. */
function programIn(answers: PescAnswers): Element {
  const code = answers.take('applied_major', matches(/^\d{2}\.?\d{4}$/))
  if (code) return { ProgramCIPCode: code, AcademicProgramType: 'Major' }
  const name = answers.take('applied_major', upTo(60))
  return name ? { AcademicProgramType: 'Major', AcademicProgramName: name } : {}
}

/** A school that the applicant attended; none if it has no name that fits. */
function recordIn(answers: PescAnswers, prefix: string, level: string): readonly Element[] {
  const name = answers.take(`${prefix}name`, upTo(60))
  if (!name) return []
  const ipeds = answers.take(`${prefix}list_id`, matches(/^\d{6}$/))
  const atp = ipeds ? undefined : answers.take(`${prefix}ceeb`, matches(/^\d{1,6}$/))?.padStart(6, '0')
  const address = addressIn(answers, prefix)
  const gpa = some({
    CreditHoursEarned: answers.take(`${prefix}credits`, isDecimal),
    GradePointAverage: answers.take(`${prefix}gpa`, isDecimal),
    GPARangeMaximum: answers.take(`${prefix}gpa_scale`, isDecimal),
  })
  const ranks = {
    ClassRank: answers.take(`${prefix}class_rank`, isRank),
    ClassSize: answers.take(`${prefix}class_size`, isRank),
  }
  const summary = some({ GPA: gpa, ...ranks })
  return [
    {
      School: { OrganizationName: name, IPEDS: ipeds, ATP: atp, Contacts: some({ Address: address }) },
      StudentLevel: { StudentLevelCode: level },
      AcademicAward: awardIn(answers, prefix),
      // The schema asks for a program in every summary, and none of the form's questions does.
      AcademicSummary: summary && { ...summary, AcademicProgram: {} },
    },
  ]
}

function awardIn(answers: PescAnswers, prefix: string): Element | undefined {
  const other = answers.take(`${prefix}degree_other`, upTo(400))
  if (other) return { AcademicAwardTitle: other }
  const AcademicAwardLevel = answers.take(`${prefix}degree`, isAwardLevel)
  if (AcademicAwardLevel) return { AcademicAwardLevel }
  return some({ AcademicAwardTitle: answers.take(`${prefix}degree`, (value) => value !== 'NONE' && upTo(400)(value)) })
}

/** The answers without a place, by the form's keys, in a namespace of the form's version. */
function extensionOf(answers: PescAnswers, formVersion: string): Element | undefined {
  const rest = answers.rest()
  if (rest.length === 0) return undefined
  const answer = rest.map(([key, value]) => ({ '@key': key, '#': value }))
  return { 'form:Application': { '@xmlns:form': `urn:causeway:application:${formVersion}`, 'form:Answer': answer } }
}

/** The element, or undefined if nothing is in it. */
const some = (element: Element): Element | undefined =>
  Object.values(element).some((value) => value !== undefined && (!Array.isArray(value) || value.length > 0))
    ? element
    : undefined

/** Without what is undefined. */
function present(element: Element): Element {
  const inside = (value: Element | string): Element | string => (typeof value === 'string' ? value : present(value))
  return Object.fromEntries(
    Object.entries(element).flatMap(([name, value]) => {
      if (value === undefined) return []
      return [[name, Array.isArray(value) ? value.map(inside) : inside(value as Element | string)] as const]
    }),
  )
}
