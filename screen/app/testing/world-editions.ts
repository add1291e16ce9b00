import {
  type Application,
  type Form,
  outlineOf,
  problemsIn,
  questionsByKey,
  rowsOf,
  textDifferences,
  textsShown,
  withInstitution,
  withoutHidden,
} from '../../../engine/index.ts'
import { CallError } from '../../client/index.ts'
import { levels, officeForm, STATEMENT } from './schedule-form.ts'
import type { createSeededRandom } from './seeded-random.ts'
import type { createVirtualClock } from './virtual-clock.ts'

/** What an office has changed: the words of the statement and of a question, and the options it no longer offers. */
type Content = {
  readonly sentences: Readonly<Record<string, string>>
  readonly lists: { readonly level: { readonly retired: Readonly<Record<string, string>> } }
}
type Edition = {
  readonly content: Content
  readonly form: Form
  readonly beginsAt: number
  readonly heardAt: readonly number[]
}

const SERVERS = 2
/** Within how many ms every server has an edition. */
const LATEST = 5_000
const TODAY = '2026-11-22'

/**
 * An office that publishes while people fill in its form: it rewords what is signed, retires an option and offers it again,
 * goes back, and publishes for a time to come. Two servers hear of each edition at different moments. What an edition is
 * made of, and what a server says of one on a page, are the product's own.
 */
export function createWorldEditions(
  random: ReturnType<typeof createSeededRandom>,
  clock: ReturnType<typeof createVirtualClock>,
  log: (event: string) => void,
) {
  const broken: string[] = []
  const made = (content: Content, beginsAt: number, isFirst = false): Edition => ({
    content,
    form: withInstitution(officeForm, content),
    beginsAt,
    heardAt: Array.from({ length: SERVERS }, () => (isFirst ? 0 : beginsAt + random.below(LATEST))),
  })
  const editions: Edition[] = [made({ sentences: {}, lists: { level: { retired: {} } } }, 0, true)]
  const editionOf = (number: number): Edition => {
    const edition = editions[number]
    if (!edition) throw new Error(`There is no edition ${number}.`)
    return edition
  }
  /** The number of the edition that is in effect on a server. */
  const activeOn = (server: number): number => {
    const heard = [...editions.keys()].filter((each) => (editionOf(each).heardAt[server] ?? 0) <= clock.now())
    return heard.reduce((one, other) => (editionOf(other).beginsAt >= editionOf(one).beginsAt ? other : one), 0)
  }

  function changed({ sentences, lists }: Content): Content {
    const words = `${random.below(1_000_000)}`
    const { retired } = lists.level
    const [code, label] = random.pick(levels) ?? levels[0]
    const { [code]: isRetired, ...others } = retired
    const dice = random.below(3)
    if (dice === 0) return { sentences: { ...sentences, [STATEMENT]: `I certify ${words}.` }, lists }
    if (dice === 1) return { sentences: { ...sentences, Name: `Name ${words}` }, lists }
    if (isRetired !== undefined) return { sentences, lists: { level: { retired: others } } }
    // One option must stay.
    if (Object.keys(retired).length + 1 >= levels.length) return { sentences, lists: { level: { retired: {} } } }
    return { sentences, lists: { level: { retired: { ...retired, [code]: label } } } }
  }

  return {
    broken,
    activeOn,
    anyServer: () => random.below(SERVERS),
    formOf: (number: number): Form => editionOf(number).form,
    /** The office publishes a change, now or for a time to come, or goes back. Nothing while something waits. */
    publish(): void {
      const last = editionOf(editions.length - 1)
      if (last.beginsAt > clock.now()) return
      const content = random.chance(0.25) ? editionOf(random.below(editions.length)).content : changed(last.content)
      const beginsAt = clock.now() + (random.chance(0.3) ? random.below(60_000) : 0)
      editions.push(made(content, beginsAt))
      log(`${clock.now()} edition ${editions.length - 1} begins at ${beginsAt}: ${JSON.stringify(content)}`)
    },
    /** What a server says to who submits this application from a page of an edition; undefined if it is accepted. */
    refusal(server: number, page: number, stored: Application): CallError | undefined {
      const [shown, form] = [editionOf(page).form, editionOf(activeOn(server)).form]
      const { application } = withoutHidden(form, stored)
      const differences = textDifferences(textsShown(shown, application), textsShown(form, application))
      if (differences.length > 0) return new CallError('form_changed', 409, 'Changed.')
      if (problemsIn(form, application, TODAY).length > 0) return new CallError('incomplete', 422, 'Incomplete.')
      // What was promised, looked at by itself: each row is read as on the page, and nothing retired is signed.
      const read = (each: Form) =>
        outlineOf(each, application).pages.flatMap(({ items }) =>
          rowsOf(items).map(({ key, label, text }) => [key, label, text]),
        )
      if (JSON.stringify(read(shown)) !== JSON.stringify(read(form)))
        broken.push(`What was signed was not shown: ${JSON.stringify(read(form))}, but ${JSON.stringify(read(shown))}`)
      const level = questionsByKey(form).get('level')
      const chosen = application.answer.level ?? ''
      if (level?.kind === 'choice' && chosen !== '' && !level.values.includes(chosen))
        broken.push(`${chosen} was signed, which is not offered`)
      return undefined
    },
  }
}
