import type { EditionDifference, StaffReply } from '../../../api/index.ts'
import { exportRow, type OutlineItem, type OutlineRow, withoutHidden } from '../../../engine/index.ts'
import { type SampleApplicant, sampleApplicants } from '../../../form/index.ts'
import { snapshotOf } from '../../applying/submissions/index.ts'
import { type Refusal, refusal } from '../../platform/http/index.ts'
import { speakIn } from '../../platform/languages/index.ts'
import type { Settings } from '../../platform/settings/index.ts'
import { type Edition, todayAt } from '../../running/institution/index.ts'
import { createWording, renderMail } from '../../running/mail/index.ts'
import { checkDraft, type EditionDeps } from '../editions/index.ts'
import { fittedTo } from './fitted-to.ts'
import { mailTitles, sampleMails } from './sample-mails.ts'

type Deps = EditionDeps & {
  readonly settings: Pick<Settings, 'baseUrl'> & Partial<Pick<Settings, 'institutionFile'>>
}

type Compared = Pick<StaffReply<'compareSamples'>, 'samples'> & {
  /** The edition that it was compared with, if that is or was in effect. */
  readonly before: number | undefined
}

/** The PDF, the row of the export and the mails of the made-up applicants as they are, and as exactly this draft makes them. */
export async function compareSamples(deps: Deps, of: string): Promise<Compared | Refusal> {
  const { editions, database } = deps
  const { of: now, content, over } = await checkDraft(deps, database.db)
  if (now !== of) return refusal('draft_unchecked')
  if (content === undefined) return refusal('form_stopped')
  const draft = editions.made(content)
  const samples = sampleApplicants.map((sample) => {
    const [was, is] = [over, draft].map((edition) =>
      editions.within(edition, () => speakIn(edition.languages.wordsOf('en'), () => madeOf(deps, edition, sample))),
    )
    const differing = (part: keyof Made) => differencesBetween(was?.[part], is?.[part])
    const { id, name } = sample
    return { id, name, pdf: differing('pdf'), export: differing('row'), mails: differing('mails').map(onlyLines) }
  })
  return { samples, before: over.number === editions.active().number ? over.number : undefined }
}

/** A part of something by what names it for good: what is read of it, and where it stands. */
type Lines = ReadonlyMap<string, { readonly name: string; readonly text: string }>

type Made = { readonly pdf: Lines; readonly row: Lines; readonly mails: Lines }

function madeOf({ now, settings }: Deps, { form, institution, register }: Edition, sample: SampleApplicant): Made {
  const fitted = fittedTo(form, sample.application, todayAt(institution.time_zone, now()))
  const signed = snapshotOf({ form, institution }, withoutHidden(form, fitted).application)
  const { form_version: _, ...row } = exportRow(register, signed, institution)
  return {
    pdf: new Map(signed.outline.pages.flatMap(({ title, items }) => linesOf(items, [title]))),
    row: new Map(Object.entries(row).map(([key, text]) => [key, { name: key, text: text === '' ? EMPTY : text }])),
    mails: mailsOf(settings, { institution, sample, now: now(), term: fitted.answer.entry_term }),
  }
}

const EMPTY = '(empty)'

const linesOf = (items: readonly OutlineItem[], within: readonly string[]): readonly (readonly [string, Line])[] =>
  items.flatMap((item) =>
    item.kind === 'group'
      ? linesOf(item.items, item.title === '' ? within : [...within, item.title])
      : [[item.key, { name: within.join(', '), text: `${item.label}: ${textOf(item)}` }] as const],
  )

type Line = { readonly name: string; readonly text: string }

const textOf = ({ as, answered, text }: OutlineRow) => (as === 'tick' ? (answered ? '[X]' : '[ ]') : text)

function mailsOf(
  { baseUrl, institutionFile = '' }: Deps['settings'],
  given: {
    readonly institution: Edition['institution']
    readonly sample: SampleApplicant
    readonly now: Date
    readonly term: string | undefined
  },
): Lines {
  const { institution, sample, now, term } = given
  const { wordingOf } = createWording({ baseUrl, institutionFile }, { institution })
  const named = new Map(institution.entry_terms).get(term ?? '') ?? institution.entry_terms.at(-1)?.[1] ?? ''
  return new Map(
    [...sampleMails(sample, { now, baseUrl, term: named })].flatMap(([kind, message]) => {
      if (kind === 'token_asked') return []
      const { subject, text } = renderMail(wordingOf(message), institution)
      return [[kind, { name: mailTitles[kind], text: `${subject}\n${text}` }] as const]
    }),
  )
}

/** What comes, goes and reads otherwise. What stands elsewhere says where it stood. */
function differencesBetween(was: Lines = new Map(), is: Lines = new Map()): readonly EditionDifference[] {
  return [...new Set([...is.keys(), ...was.keys()])].flatMap((place) => {
    const [before, after] = [was.get(place), is.get(place)]
    const [from, to] = [before?.text ?? '', after?.text ?? '']
    const isMoved = before !== undefined && after !== undefined && before.name !== after.name
    if (from === to && !isMoved) return []
    return [{ place, name: after?.name ?? before?.name ?? '', was: isMoved ? `${before.name}: ${from}` : from, is: to }]
  })
}

/** Of a text of many lines, those that the other has not. */
function onlyLines({ was, is, ...of }: EditionDifference): EditionDifference {
  const without = (one: string, other: string) => {
    const known = new Set(other.split('\n'))
    return one
      .split('\n')
      .filter((line) => !known.has(line))
      .join('\n')
  }
  return { ...of, was: without(was, is), is: without(is, was) }
}
