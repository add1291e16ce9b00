import { type Care, careIn, careOf, type Form, type Register, toSay, withoutSecret } from '../engine/index.ts'
import type { ExportRight, StaffRight } from './staff/rights.ts'

/** The grades of care, as staff and applicants read of them; to be said there. */
export const grades = {
  none: toSay('All other answers'),
  sensitive: toSay('What is explained about a visa'),
  demographics: toSay('Gender, ethnicity and race'),
  conduct: toSay('Conduct'),
  secret: toSay('Social Security number'),
} as const satisfies Readonly<Record<Care, string>>

/**
 * How the answers of a grade leave by a way: not at all, a few of them that the product names, with the last digits only,
 * whole, or so only by a right of whoever receives them (`include` of a delivery, an option of a command).
 */
type Leaves<Right extends string> =
  | 'no'
  | 'some'
  | 'masked'
  | 'yes'
  | { readonly by: Right; readonly as: 'masked' | 'yes' }

type Way<Right extends string> = { readonly what: string } & Readonly<Record<Care, Leaves<Right>>>

const by = <const Right extends string>(right: Right, as: 'masked' | 'yes' = 'yes') => ({ by: right, as }) as const
const nothing = { none: 'no', sensitive: 'no', demographics: 'no', conduct: 'no', secret: 'no' } as const
const own = { none: 'yes', sensitive: 'yes', demographics: 'yes', conduct: 'yes', secret: 'masked' } as const

/** What a target of a delivery may include besides the application. */
export const includable = ['documents', 'application_pdfs', 'conduct', 'demographics', 'ssn'] as const
export type Includable = (typeof includable)[number]
/** What an option of `npm run packet` adds. */
type PacketOption = '--with-conduct' | '--with-own-sheets'

/** The ways by which members of staff read answers, each by a right of their role. */
const toStaff = {
  service_view: {
    what: 'Application as staff at the desk read it',
    none: by('read'),
    sensitive: by('sensitive'),
    demographics: by('demographics'),
    conduct: by('conduct'),
    secret: by('read', 'masked'),
  },
  packet: {
    what: 'Packet taken at the desk',
    none: by('sensitive'),
    sensitive: by('sensitive'),
    demographics: 'no',
    conduct: by('conduct'),
    secret: by('sensitive', 'masked'),
  },
  number: { ...nothing, what: 'Revealing a number, for a reason', secret: by('reveal') },
  queue: { ...nothing, what: 'Queue', none: 'some' },
  search: {
    ...nothing,
    what: 'Search, which tells whether an answer is as asked',
    none: 'some',
    secret: by('reveal', 'masked'),
  },
  record: { ...nothing, what: 'Record and statistics', none: 'some' },
  letter: {
    what: 'Everything held about an applicant, for a written request',
    none: by('held_data'),
    sensitive: by('held_data'),
    demographics: by('held_data'),
    conduct: by('held_data'),
    secret: by('held_data', 'masked'),
  },
} as const satisfies Readonly<Record<string, Way<StaffRight>>>

/** What the operator's commands make. */
const toOperators = {
  service_link: { ...own, what: 'Link to an application (`npm run service-link`)' },
  packet_command: {
    ...own,
    what: 'Packet (`npm run packet`)',
    demographics: by('--with-own-sheets'),
    conduct: by('--with-conduct'),
  },
} as const satisfies Readonly<Record<string, Way<PacketOption>>>

/** The calls of other systems, each by a right of their token. */
const toTokens = {
  export_row: {
    what: 'Row of an application, its lists and their schema',
    none: by('changes'),
    sensitive: by('changes'),
    demographics: by('demographics'),
    conduct: by('conduct'),
    secret: by('ssn'),
  },
  export_packet: {
    what: 'Packet taken with a token',
    none: by('documents'),
    sensitive: by('documents'),
    demographics: by('demographics'),
    conduct: by('conduct'),
    secret: by('ssn', 'masked'),
  },
} as const satisfies Readonly<Record<string, Way<ExportRight>>>

const delivered = {
  none: 'yes',
  sensitive: 'yes',
  demographics: by('demographics'),
  conduct: by('conduct'),
  secret: by('ssn'),
} as const
/** Deliveries, each by the `include` of its target. */
const toTargets = {
  delivery_plain: { ...delivered, what: 'Delivery, profile plain' },
  delivery_slate: { ...delivered, what: 'Delivery, profile slate' },
  delivery_banner: { ...delivered, what: 'Delivery, profile banner', none: 'some', sensitive: 'no', conduct: 'no' },
  delivery_pesc: { ...delivered, what: 'Delivery, profile pesc' },
  delivered_pdf: { ...delivered, what: 'Application PDF in a delivery', demographics: 'no', secret: 'no' },
} as const satisfies Readonly<Record<string, Way<Includable>>>

/** What applicants see of themselves, and what no answer may get into. */
const others = {
  own_pages: { ...own, what: 'Applicant’s own pages' },
  own_changes: { ...nothing, what: 'What changed', none: 'yes' },
  own_pdf: { ...own, what: 'Applicant’s PDF' },
  draft_pdf: { ...own, what: 'Draft of that PDF, before it is signed' },
  your_data: { ...own, what: 'Your data' },
  kept_answers: { ...nothing, what: 'Link that keeps answers', none: 'yes' },
  mails: { ...nothing, what: 'Mails' },
  webhook: { ...nothing, what: 'Webhooks' },
  jobs: { ...nothing, what: 'Table of jobs' },
  log: { ...nothing, what: 'Log' },
  metrics: { ...nothing, what: 'Metrics' },
} as const satisfies Readonly<Record<string, Way<never>>>

/**
 * Every way by which answers can leave, and which grades may: the one table that code asks, from which
 * docs/security.md and “Who can read this?” are made. `server/app/ways-out.server.test.ts` walks them all.
 */
export const waysOut = { ...toStaff, ...toOperators, ...toTokens, ...toTargets, ...others } as const
export type WayOut = keyof typeof waysOut

/** How answers of a grade leave by a way, for whoever has these rights. */
export function leaves(way: WayOut, grade: Care, rights: readonly string[] = []): 'no' | 'some' | 'masked' | 'yes' {
  const how: Leaves<string> = waysOut[way][grade]
  if (typeof how === 'string') return how
  return rights.includes(how.by) ? how.as : 'no'
}

/** What knows the care of keys: a form, with those that are retired, or the register. */
type Graded = Form | Register

const gradeOf = (graded: Graded, key: string): Care =>
  'pages' in graded ? careOf(graded, key.replace(/_desc$/, '')) : careIn(graded, key.replace(/_desc$/, ''))

/** Whether the answer to a key does not leave by a way at all. A text that goes with a key (`_desc`) has its grade. */
export const isWithheld =
  (graded: Graded, way: WayOut, rights: readonly string[] = []) =>
  (key: string): boolean =>
    leaves(way, gradeOf(graded, key), rights) === 'no'

/** The keys for which that is so. */
export const withheldKeys = (graded: Graded, way: WayOut, rights: readonly string[] = []): ReadonlySet<string> =>
  new Set(
    keysIn(graded)
      .filter(isWithheld(graded, way, rights))
      .flatMap((key) => [key, `${key}_desc`]),
  )

const keysIn = (graded: Graded): readonly string[] =>
  'pages' in graded ? [...graded.keys, ...graded.retired.map(({ key }) => key)] : graded.keys.map(({ key }) => key)

/** The answers that leave by a way: those of some grades are left out, and those of others are masked. */
export function answersLeaving<Value extends string | undefined>(
  graded: Graded,
  way: WayOut,
  answers: Readonly<Record<string, Value>>,
  rights: readonly string[] = [],
): Record<string, Value | string> {
  return Object.fromEntries(
    Object.entries(answers).flatMap(([key, value]): readonly (readonly [string, Value | string])[] => {
      const how = leaves(way, gradeOf(graded, key), rights)
      if (how === 'no') return []
      return [[key, how === 'masked' && value ? withoutSecret(value) : value]]
    }),
  )
}
