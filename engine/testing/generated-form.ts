import fc from 'fast-check'
import { type Item, keysOf } from '../blocks.ts'
import * as engine from '../index.ts'
import type { QuestionProps, Scope } from '../questions.ts'
import { conditions, pickFrom, values } from './generated-condition.ts'

/** A small form of any shape, and an application for it that may contain stale, malformed or incomplete answers. */
export type Generated = { readonly form: engine.Form; readonly application: engine.Application }

const options = [['', '--'], ...['Y', 'N', '2', '3'].map((value) => [value, `The ${value}`] as const)] as const

/** All items are made as entry items. In a form, the scopes differ only in the mark that the compiler checks. */
type EntryItem = Item<string, 'entry'>
type EntryQuestion = engine.Question<string, 'entry'>
type BuildContext = { readonly scope: Scope; readonly earlier: EntryQuestion[]; readonly newKey: () => string }
type Builder<T = EntryItem> = (context: BuildContext) => T

const builders = { form: engine as unknown as typeof engine.entry, entry: engine.entry }
const asForm = (items: readonly EntryItem[]) => items as unknown as readonly Item<string, 'form'>[]

const questionProps: fc.Arbitrary<Builder<QuestionProps<'entry'>>> = fc
  .tuple(fc.constantFrom(true, false, 'when'), conditions, fc.constantFrom('none', 'minLength', 'number', 'holds'))
  .map(([required, condition, rule]) => ({ earlier }) => {
    const about = condition(earlier)
    const rules = {
      none: [],
      minLength: [{ rule: 'minLength', length: 2, when: about }],
      number: [{ rule: 'number', min: 1, max: 36, message: 'Between 1 and 36.' }],
      holds: [{ rule: 'holds', condition: about, message: 'Otherwise.' }],
    } as const
    return { required: required === 'when' ? about : required === true, rules: rules[rule as keyof typeof rules] }
  })

const questions: fc.Arbitrary<Builder<EntryQuestion>> = fc
  .tuple(
    fc.constantFrom('text', 'paragraph', 'email', 'phone', 'date', 'tick', 'ssn', 'upload', 'choice'),
    questionProps,
  )
  .map(([kind, words]) => (context) => {
    const ask = builders[context.scope]
    const [key, about] = [context.newKey(), words(context)]
    const question = kind === 'choice' ? ask.choice(key, key, options, about) : ask[kind](key, key, about)
    context.earlier.push(question)
    return question
  })
const ticks = (context: BuildContext) => addQuestion(context, builders[context.scope].tick(context.newKey(), 'Tick'))
const choices = (context: BuildContext) =>
  addQuestion(context, builders[context.scope].choice(context.newKey(), 'Choice', options))
function addQuestion<Q extends EntryQuestion>({ earlier }: BuildContext, question: Q): Q {
  earlier.push(question)
  return question
}

/** A block written once. Its short keys start again at q1, so that some are equal to full keys of the form. */
function inPrefixedBlock(
  context: BuildContext,
  inside: (entry: BuildContext) => engine.Item<string, 'form'>,
): EntryItem {
  let count = 0
  const block = inside({ scope: 'entry', earlier: [...context.earlier], newKey: () => `q${++count}` })
  const found = engine.everyItem(engine.form('', [engine.page('', '', [block])])).filter((item) => 'key' in item)
  context.earlier.push(...(found as readonly EntryQuestion[]))
  return block as EntryItem
}

function schools(context: BuildContext, make: Builder<readonly EntryItem[]>) {
  const name = addQuestion(context, engine.entry.text(context.newKey(), 'School', { role: 'name' }))
  const code = addQuestion(context, engine.entry.code(context.newKey(), 'Code'))
  return engine.school('School', 'hs_ceeb', [name, code, ...make(context)])
}

const items = fc.letrec<{ item: Builder; items: Builder<readonly EntryItem[]> }>((self) => ({
  items: fc
    .array(self('item'), { minLength: 1, maxLength: 3 })
    .map((list) => (context) => list.map((make) => make(context))),
  item: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    questions,
    fc.constant<Builder>(() => engine.note('A note.')),
    fc.constant<Builder>((context) => engine.monthYear('When', choices(context), choices(context))),
    fc.boolean().map<Builder>((isExclusive) => (context) => {
      const list = [ticks(context), ticks(context)]
      return engine.tickGroup('Ticks', list, isExclusive ? { none: ticks(context) } : {})
    }),
    fc.tuple(conditions, questionProps, fc.boolean()).map<Builder>(([condition, words, byValue]) => (context) => {
      const control = choices(context)
      const matched = condition(context.earlier)
      const question = builders[context.scope].choice(context.newKey(), 'Depends', options, words(context))
      const block = byValue
        ? engine.choiceByValue(control, matched, question, { Y: options, N: [], 2: options.slice(0, 2) })
        : engine.choiceWhen(control, matched, question)
      context.earlier.push(question)
      return engine.address('Depends', [control, block])
    }),
    fc.tuple(conditions, self('items')).map<Builder>(([condition, make]) => (context) => {
      const about = condition(context.earlier)
      return engine.when(about, make(context))
    }),
    fc.array(fc.tuple(conditions, self('items')), { minLength: 1, maxLength: 3 }).map<Builder>((list) => (context) => {
      const about = list.map(([condition]) => condition(context.earlier))
      const branches = list.map(([, make], index) => ({ condition: pickFrom(about, index), items: make(context) }))
      return engine.branch(...branches)
    }),
    self('items').map<Builder>((make) => (context) => engine.section(context.newKey(), 'Section', make(context))),
    self('items').map<Builder>((make) => (context) => engine.address('Address', make(context))),
    self('items').map<Builder>((make) => (context) => {
      if (context.scope === 'entry') return schools(context, make)
      return inPrefixedBlock(context, (entry) => engine.withPrefix(`${context.newKey()}_`, schools(entry, make)))
    }),
    self('items').map<Builder>((make) => (context) => {
      if (context.scope === 'entry') return engine.address('Not repeated again', make(context))
      const prefix = context.newKey()
      const prefixes = [`${prefix}_`, `${prefix}_2_`, `${prefix}_3_`]
      return inPrefixedBlock(context, (entry) =>
        engine.repeated(prefix, 'Again', prefixes, 'Entry {entry}', make(entry)),
      )
    }),
    fc.tuple(self('items'), self('items')).map<Builder>(([one, two]) => (context) => {
      const first = { id: 't1', label: 'One', items: one(context) }
      return engine.tabs(context.newKey(), 'Tabs', first, { id: 't2', label: 'Two', items: two(context) })
    }),
    fc.tuple(self('items'), self('items')).map<Builder>(
      ([before, after]) =>
        (context) =>
          engine.confirmByButton(context.newKey(), 'Continue', before(context), after(context)),
    ),
    fc.tuple(self('items'), self('items'), fc.nat()).map<Builder>(([before, after, pick]) => (context) => {
      const source = pickFrom(context.earlier, pick).key
      const [tick, hidden] = [ticks(context), before(context)]
      const copied = context.scope === 'form' ? hidden.flatMap((each) => keysOf(each)) : []
      const sameAs = Object.fromEntries(copied.map((key) => [key, source]))
      return engine.confirmByTick(tick, hidden, after(context), { sameAs })
    }),
  ),
})).items

/** Forms of one to three pages that use every kind of block. */
const forms: fc.Arbitrary<engine.Form> = fc.array(items, { minLength: 1, maxLength: 3 }).map((makes) => {
  let count = 0
  const context: BuildContext = { scope: 'form', earlier: [], newKey: () => `q${++count}` }
  const first = choices(context)
  const pages = makes.map((make, index) => {
    const own = make(context)
    return engine.page(`page-${index}`, `Page ${index}`, asForm(index === 0 ? [first, ...own] : own))
  })
  return engine.form('1', pages)
})

const answers = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom(...values) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme' }) },
)

/** Applications for a form: any answer to any question, shown or not, and any counts, tabs and documents. */
export function applications(form: engine.Form): fc.Arbitrary<engine.Application> {
  const every = engine.everyItem(form)
  const ids = (kind: 'repeated' | 'tabs') => every.flatMap((item) => (item.kind === kind ? [item.id] : []))
  const keys = (kind: engine.QuestionKind) => every.flatMap((item) => (item.kind === kind ? [item.key] : []))
  const ticked = new Set(keys('tick'))
  return fc.record({
    answer: partialRecord(form.keys, (key) => (ticked.has(key) ? fc.oneof(fc.constant('true'), answers) : answers)),
    add_another: partialRecord(ids('repeated'), () => fc.nat({ max: 11 })),
    tabs: partialRecord(ids('tabs'), () => fc.constantFrom('t1', 't2', 'unknown')),
    document_answer: partialRecord(keys('upload'), () => fc.constant({ file_name: 'scan.pdf', file_size: 1024 })),
  })
}

const partialRecord = <T>(keys: readonly string[], arbitrary: (key: string) => fc.Arbitrary<T>) =>
  fc.record(Object.fromEntries(keys.map((key) => [key, arbitrary(key)])), { requiredKeys: [] })

/** A form with an application for it. */
export const generated: fc.Arbitrary<Generated> = forms.chain((form) =>
  applications(form).map((application) => ({ form, application })),
)
