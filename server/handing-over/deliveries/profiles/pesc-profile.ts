import countries from 'i18n-iso-countries'
import { withheldKeys } from '../../../../api/index.ts'
import type { Register } from '../../../../engine/index.ts'
import { hasOneName } from '../../../../form/index.ts'
import type { ExportedApplication } from '../../exports/index.ts'
import type { Target } from '../targets.ts'
import { carries, isProtected, type Profile } from './profile.ts'

/**
 * One PESC AdmissionsApplication 1.3.0 for each application. Answers that are too long for it or have no place in it are
 * in its extension. With Social Security numbers or demographic answers each file is encrypted; without a recipient they
 * are left out.
 */
export const pescProfile: Profile = {
  needs: ['terms', 'states', 'countries'],
  emptyColumns: (target) =>
    target.include.includes('demographics') && !carries(target, 'demographics') ? ['gender', 'ethnicity', 'races'] : [],
  // No element is for what an office asks of its own.
  placesIn: (register, target) => {
    const withheld = withheldIn(register, target)
    return (key) => (withheld.has(key) ? undefined : { in: 'UserDefinedExtensions', as: key })
  },
  begin: async (register, folder, target) => {
    const recipient = isProtected(target) ? target.recipient : undefined
    const withheld = withheldIn(register, target)
    return {
      add: async ({ application, races }) => {
        const row = Object.fromEntries(Object.entries(application.row).filter(([key]) => !withheld.has(key)))
        const extra: Readonly<Record<string, string>> = carries(target, 'demographics')
          ? { races: races.join(';') }
          : {}
        const made = pescApplication({ ...application, row: { ...row, ...extra } })
        if ('reasons' in made) return made.reasons
        const { create } = await import('xmlbuilder2')
        const document = create({ version: '1.0', encoding: 'UTF-8' })
        document
          .ele('urn:org:pesc:message:AdmissionsApplication:v1.3.0', 'AdmApp:AdmissionsApplication')
          .ele(made.content)
        const name = `pesc/${application.reference}.xml`
        const file = await folder.create(recipient ? `${name}.age` : name, recipient)
        // A parser reads a carriage return back only from its reference.
        await file.write(document.end({ wellFormed: true }).replaceAll('\r', '&#13;'))
        await file.close()
        return []
      },
      close: async () => {},
    }
  },
}

/** What nobody is named to encrypt it for counts as not included. */
const withheldIn = (register: Register, target: Target): ReadonlySet<string> =>
  withheldKeys(
    register,
    'delivery_pesc',
    target.include.filter((each) => (each !== 'ssn' && each !== 'demographics') || carries(target, each)),
  )

/** Elements in their order; one without a value is left out, and several of a name are a list. */
type Element = { readonly [name: string]: Element | string | readonly (Element | string)[] | undefined }

/**
 * The elements of the message for an application whose terms, states and countries are PESC's, or the reasons why there
 * is none.
 */
function pescApplication(
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
      Person: personIn(answers, hasOneName(given)),
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

function personIn(answers: PescAnswers, isNamedOnce: boolean): Element {
  const birth = answers.take('birth_date', isDate)
  const former = answers.take('prev_name', upTo(45))
  const preferred = answers.take('chosen_name', upTo(35))
  const gender = answers.take('gender', (value) => genderOf(value) !== undefined)
  const suffix = answers.take('suffix', (value) => suffixes.has(suffixOf(value)))
  const first = answers.take('first_name', upTo(35))
  return {
    SSN: answers.take('ssn', matches(/^\d{3}-?\d{2}-?\d{4}$/))?.replaceAll('-', ''),
    Birth: some({ BirthDate: birth }),
    Name: {
      FirstName: isNamedOnce ? undefined : first,
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

/** The answers of an application, of which each one goes to its place in a message or else to the extension. */
type PescAnswers = {
  /** The answer if it fits its place, which is then where it goes; undefined if it does not, or if there is none. */
  readonly take: (key: string, fits: (value: string) => boolean) => string | undefined
  /** The answer, which stays where it is. */
  readonly peek: (key: string) => string
  /** All of these answers, or none of them: the empty ones are ''. */
  readonly takeAll: <Key extends string>(
    fits: Readonly<Record<Key, (value: string) => boolean>>,
  ) => Readonly<Record<Key, string>> | undefined
  /** The answers that were given and not taken, by key. */
  readonly rest: () => readonly (readonly [key: string, value: string])[]
}

/** Answers to hand out; every one that nobody takes is in the rest, so none is lost. */
function createPescAnswers(row: Readonly<Record<string, string>>): PescAnswers {
  const taken = new Set<string>()
  const peek = (key: string) => row[key] ?? ''
  return {
    peek,
    take: (key, fits) => {
      const value = peek(key)
      if (value === '' || !fits(value)) return undefined
      taken.add(key)
      return value
    },
    takeAll: (fits) => {
      const keys = Object.keys(fits) as (keyof typeof fits)[]
      if (!keys.every((key) => fits[key](peek(key)))) return undefined
      for (const key of keys) taken.add(key)
      return Object.fromEntries(keys.map((key) => [key, peek(key)])) as Readonly<Record<keyof typeof fits, string>>
    },
    rest: () => Object.entries(row).filter(([key, value]) => value !== '' && !taken.has(key)),
  }
}

/** What CoreMain 1.16.0 lets a value be. Lengths are in characters. */

const upTo =
  (most: number, least = 1) =>
  (value: string): boolean => {
    const { length } = [...value]
    return length >= least && length <= most
  }

const isEmptyOr =
  (fits: (value: string) => boolean) =>
  (value: string): boolean =>
    value === '' || fits(value)

const matches =
  (pattern: RegExp) =>
  (value: string): boolean =>
    pattern.test(value)

const isDecimal = matches(/^\d+(\.\d+)?$/)
const isRank = matches(/^[1-9]\d{0,3}$/)
const isYearMonth = matches(/^\d{4}-(0[1-9]|1[0-2])$/)

const isDate = (value: string): boolean => {
  const date = new Date(`${value}T00:00:00Z`)
  return /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(date.valueOf()) && date.toISOString().startsWith(value)
}

/** Characters that no XML 1.0 document can hold. */
const hasNoXmlCharacters = matches(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u)

/** Codes of ISO 3166-1 that are younger than its list. */
const younger = new Set('BQ CW GG IM JE ME BL MF RS SX SS XK'.split(' '))

const isCountry = (value: string): boolean =>
  /^[A-Z]{2}$/.test(value) && countries.isValid(value) && !younger.has(value)

const states = new Set(
  `AA AB AE AK AL AP AR AS AZ BC CA CO CT CZ DC DE FL FM GA GU HI IA ID IL IN KS KY LA MA MB MD ME MH MI MN MO MP MS MT
   NB NC ND NE NF NH NJ NL NM NS NT NU NV NY OH OK ON OR PA PE PR PW QC RI SC SD SK TN TX UT VA VI VT WA WI WV WY YT`.split(
    /\s+/,
  ),
)
const isState = (value: string): boolean => states.has(value)

/** Levels of awards; the ones of CoreMain that a code map may name. */
const isAwardLevel = matches(/^(B(1[7-9]|2[0-8]|5[89]|60)|1\.[12]|2\.[0-7]|3\.[12]|4\.[1-5])$/)
