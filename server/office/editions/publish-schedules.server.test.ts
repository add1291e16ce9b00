import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Changes, PAGE_EDITION, placeOf } from '../../../api/index.ts'
import {
  emptyApplication,
  everyItem,
  type Form,
  outlineOf,
  questionsByKey,
  questionsShown,
  rowsOf,
} from '../../../engine/index.ts'
import { applicationOf, applicationRoutes } from '../../applying/applications/index.ts'
import { readSubmission, submissionRoutes } from '../../applying/submissions/index.ts'
import { createKeyRing } from '../../platform/secrets/index.ts'
import { type Editions, editionTag, follow, openEditions, readInstitution } from '../../running/institution/index.ts'
import { appForTests, completeAnswers, onOneDatabase, silentLog } from '../../testing/index.ts'
import type { Editor } from './draft.ts'
import { checkDraft, confirmEdition, type EditionDeps, publishDraft, readForm, rollBack, saveDraft } from './index.ts'
import { twoEditors } from './testing/two-editors.ts'

// SERVER_SCHEDULES=200 npx vitest run --project server server/office/editions/publish-schedules
const count = Number(process.env.SERVER_SCHEDULES ?? 2)
const EVENTS = 25

/** Numbers below another one, the same for one seed. */
function numbersFrom(seed: number) {
  let state = seed
  return (below: number): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

onOneDatabase('an office publishes while applicants save and submit on two servers', (on) => {
  const servers: { editions: Editions; deps: EditionDeps; app: Awaited<ReturnType<typeof appForTests>> }[] = []
  const accepted = new Map<string, string>()
  let ann: Editor
  let ben: Editor
  beforeAll(async () => {
    ;[ann, ben] = await twoEditors(on.database.db)
    for (const _ of ['one', 'other']) {
      const editions = await openEditions({ database: on.database, file: readInstitution(on.settings), log: silentLog })
      const deps = follow(editions, {
        ...{ database: on.database, keyRing: createKeyRing(on.settings), editions },
        now: () => new Date('2026-11-21T18:00:00Z'),
        onAccepted: async (__: unknown, made: { accountId: string; applicationId: string }) =>
          void accepted.set(made.accountId, made.applicationId),
      })
      const app = await appForTests(on.settings, (each) => {
        each.addHook('onRequest', ({ headers }, __, done) => editions.pin(done, headers[PAGE_EDITION]))
        applicationRoutes(each, deps)
        submissionRoutes(each, deps)
      })
      servers.push({ editions, app, deps: { database: on.database, editions, now: () => new Date() } })
    }
  })
  afterAll(async () => {
    for (const { editions, app } of servers) {
      await app.close()
      await editions.close()
    }
  })

  const statementIn = (form: Form) => {
    const group = everyItem(form).find((item) => item.kind === 'tickGroup' && item.signature)
    return questionsByKey(form).get(group && 'keys' in group ? (group.keys[0] ?? '') : '')?.label ?? ''
  }
  let statement = ''

  /** The office rewords a statement or a question, retires a degree or offers it again, or goes back. */
  async function publish({ deps }: { deps: EditionDeps }, random: (below: number) => number): Promise<void> {
    const { over, draft, editables } = await readForm(deps)
    const about = { title: 'A change', reason: 'Because.', takes_effect: null }
    const degree = ['AA', 'AS', 'AAS', 'BA', 'BS'][random(5)] ?? 'AA'
    const retired = placeOf('lists', 'degrees', 'retired', degree)
    const isRetired = editables.some(({ place }) => place === retired)
    const { structure = {} } = deps.editions.active().content
    const dice = random(7)
    let outcome: Awaited<ReturnType<typeof publishDraft>>
    if (dice === 3) outcome = await rollBack(deps, ann, { to: 1 + random(over), reason: 'Back.' })
    else {
      const changes: Changes[] = [
        { [placeOf('sentences', statement)]: `I agree to ${random(1_000_000)}.` },
        { [placeOf('sentences', 'Degree earned')]: `Degree ${random(1_000_000)}` },
        { [retired]: isRetired ? null : `Degree ${degree}` },
        {},
        // It stops asking something, its own question or one of ours, or asks it again.
        toggled(structure.stopped, 'stopped', random(2) === 0 ? 'chosen_name' : OWN, 'yes'),
        // It asks something only of some.
        toggled(structure.asked_if, 'asked_if', 'middle_name', NOBODY),
        structure.own?.[OWN] ? {} : ownQuestion,
      ]
      await saveDraft(deps, ann, { revision: draft.revision, changes: changes[dice] ?? {} })
      const { of } = await checkDraft(deps, on.database.db)
      outcome = await publishDraft(deps, ann, { of, ...about })
    }
    if ('number' in outcome) await confirmEdition(deps, ben, outcome.number, async (one, other) => one === other)
  }

  const toggled = (part: object | undefined, name: string, item: string, value: Changes[string]) => ({
    [placeOf('structure', name, item)]: part && Object.hasOwn(part, item) ? null : (value ?? null),
  })
  const ownQuestion: Changes = Object.fromEntries(
    Object.entries({ kind: 'text', in: 'section:name', label: 'Pen name' }).map(([name, value]) => [
      placeOf('structure', 'own', OWN, name),
      value,
    ]),
  )

  /** What somebody reads of each question: its words, and the answer. */
  const read = (outline: ReturnType<typeof outlineOf>) =>
    outline.pages.flatMap(({ items }) => rowsOf(items).map(({ key, label, text }) => [key, label, text]))

  test(`no acknowledged answer is lost, and only what was shown is signed: ${count} schedules`, async () => {
    statement = statementIn(servers[0]?.editions.active().form ?? raise('There is no server.'))
    const outcomes = new Map<string, number>()
    const parkings = new Set<string>()
    for (let seed = 1; seed <= count; seed++) {
      const random = numbersFrom(seed)
      const anyServer = () => servers[random(2)] ?? raise('There is no server.')
      const people = ['maya', 'noor', 'ada'].map(() => {
        const page = anyServer().editions.active()
        return { account: randomUUID(), page, kept: new Map<string, string>() }
      })
      const save = async (person: (typeof people)[number], answers: Readonly<Record<string, string>>) => {
        const headers = { [PAGE_EDITION]: editionTag(person.page) }
        const { status } = await anyServer().app.call(person.account, 'PUT', '/api/answer', answers, headers)
        if (status === 200) for (const [key, value] of Object.entries(answers)) person.kept.set(key, value)
      }
      for (const person of people) await save(person, { ...completeAnswers, college_degree: 'AA' })
      for (let event = 0; event < EVENTS; event++) {
        const person = people[random(people.length)] ?? raise('There is nobody.')
        const dice = random(10)
        if (dice < 4) {
          const degrees = questionsByKey(person.page.form).get('college_degree')
          const values = degrees?.kind === 'choice' ? degrees.values : []
          await save(person, {
            last_name: `King ${random(1_000_000)}`,
            college_degree: values[random(values.length)] ?? '',
            ...Object.fromEntries(asked(person.page.form).map((key) => [key, `${key} ${random(1_000_000)}`])),
          })
        } else if (dice < 6) person.page = anyServer().editions.active()
        else if (dice < 8) await publish(anyServer(), random)
        else {
          const headers = { [PAGE_EDITION]: editionTag(person.page) }
          const { status, body } = await anyServer().app.call(person.account, 'POST', '/api/submit', undefined, headers)
          const outcome = status === 200 ? 'accepted' : String(body.code)
          outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
          if (status === 200) await expectShown(person, seed)
        }
      }
      for (const { account, kept } of people) {
        const { form } = anyServer().editions.active()
        const deps = { keyRing: createKeyRing(on.settings), form }
        const { application, parked } = await applicationOf(deps, on.database.db, account)
        const stored = { ...application.answer, ...parked }
        const lost = [...kept].filter(([key, value]) => (stored[key] ?? '') !== value)
        expect({ seed, lost }).toEqual({ seed, lost: [] })
        for (const key of Object.keys(parked)) parkings.add(key)
      }
    }
    // It says nothing if nobody was refused and nobody accepted.
    expect([...outcomes.keys()]).toEqual(expect.arrayContaining(['accepted', 'form_changed']))
    console.log(
      `${count} schedules: ${JSON.stringify(Object.fromEntries(outcomes))}, parked: ${[...parkings].join(', ')}`,
    )
  }, 36_000_000)

  /** What was signed first, looked at by itself: each row as the page of its applicant showed it. */
  async function expectShown(
    person: { readonly account: string; page: { readonly form: Form }; signed?: true },
    seed: number,
  ): Promise<void> {
    const id = accepted.get(person.account)
    // A second submit has the receipt of the first.
    if (id === undefined || person.signed) return
    person.signed = true
    const found = await readSubmission(on.database.db, createKeyRing(on.settings), id)
    if (!found) throw new Error('It was accepted and is not stored.')
    const { outline, application } = found.snapshot
    expect({ seed, rows: read(outline) }).toEqual({ seed, rows: read(outlineOf(person.page.form, application)) })
    const degrees = questionsByKey(person.page.form).get('college_degree')
    if (degrees?.kind === 'choice') expect(degrees.values).toContain(application.answer.college_degree ?? '')
  }
})

const OWN = 'own_pen_name'
const NOBODY = { valueKey: 'first_name', operator: 'equals', target: 'Nobody' } as const

/** What a page asks of what the office takes away and gives back. */
const asked = (form: Form): readonly string[] =>
  questionsShown(form, { ...emptyApplication, answer: completeAnswers })
    .map(({ question }) => question.key)
    .filter((key) => ['chosen_name', 'middle_name', OWN].includes(key))

const raise = (text: string): never => {
  throw new Error(text)
}
