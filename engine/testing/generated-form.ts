import fc from 'fast-check'
import { type Item, keysOf } from '../blocks.ts'
import * as engine from '../index.ts'
import type { Scope, Wording } from '../questions.ts'
import { conditions, picked, values } from './generated-condition.ts'

/** A small form of any shape, and an application for it that may contain stale, malformed or incomplete answers. */
export type Generated = { readonly form: engine.Form; readonly application: engine.Application }

const options = [['', '--'], ...['Y', 'N', '2', '3'].map((value) => [value, `The ${value}`] as const)] as const

/** All items are made as entry items. In a form, the scopes differ only in the mark that the compiler checks. */
type Made = Item<string, 'entry'>
type Asked = engine.Question<string, 'entry'>
type Making = { readonly scope: Scope; readonly earlier: Asked[]; readonly newKey: () => string }
type Make<T = Made> = (making: Making) => T

const builders = { form: engine as unknown as typeof engine.entry, entry: engine.entry }
const asForm = (items: readonly Made[]) => items as unknown as readonly Item<string, 'form'>[]

const wording: fc.Arbitrary<Make<Wording<'entry'>>> = fc
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

const questions: fc.Arbitrary<Make<Asked>> = fc
  .tuple(fc.constantFrom('text', 'paragraph', 'email', 'phone', 'date', 'tick', 'ssn', 'upload', 'choice'), wording)
  .map(([kind, words]) => (making) => {
    const ask = builders[making.scope]
    const [key, about] = [making.newKey(), words(making)]
    const question = kind === 'choice' ? ask.choice(key, key, options, about) : ask[kind](key, key, about)
    making.earlier.push(question)
    return question
  })
const ticks = (making: Making) => asked(making, builders[making.scope].tick(making.newKey(), 'Tick'))
const choices = (making: Making) => asked(making, builders[making.scope].choice(making.newKey(), 'Choice', options))
function asked<Q extends Asked>({ earlier }: Making, question: Q): Q {
  earlier.push(question)
  return question
}

/** A block written once. Its short keys start again at q1, so that some are equal to full keys of the form. */
function prefixing(making: Making, inside: (entry: Making) => engine.Item<string, 'form'>): Made {
  let count = 0
  const block = inside({ scope: 'entry', earlier: [...making.earlier], newKey: () => `q${++count}` })
  const found = engine.everyItem(engine.form('', [engine.page('', '', [block])])).filter((item) => 'key' in item)
  making.earlier.push(...(found as readonly Asked[]))
  return block as Made
}

function schools(making: Making, make: Make<readonly Made[]>) {
  const name = asked(making, engine.entry.text(making.newKey(), 'School'))
  const code = asked(making, engine.entry.code(making.newKey(), 'Code'))
  return engine.school('School', 'hs_ceeb', [name, code, ...make(making)])
}

const items = fc.letrec<{ item: Make; items: Make<readonly Made[]> }>((tie) => ({
  items: fc
    .array(tie('item'), { minLength: 1, maxLength: 3 })
    .map((list) => (making) => list.map((make) => make(making))),
  item: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    questions,
    fc.constant<Make>(() => engine.note('A note.')),
    fc.constant<Make>((making) => engine.monthYear('When', choices(making), choices(making))),
    fc.boolean().map<Make>((isExclusive) => (making) => {
      const list = [ticks(making), ticks(making)]
      return engine.tickGroup('Ticks', list, isExclusive ? { none: ticks(making) } : {})
    }),
    fc.tuple(conditions, wording, fc.boolean()).map<Make>(([condition, words, byValue]) => (making) => {
      const control = choices(making)
      const matched = condition(making.earlier)
      const question = builders[making.scope].choice(making.newKey(), 'Depends', options, words(making))
      const block = byValue
        ? engine.choiceByValue(control, matched, question, { Y: options, N: [], 2: options.slice(0, 2) })
        : engine.choiceWhen(control, matched, question)
      making.earlier.push(question)
      return engine.address('Depends', [control, block])
    }),
    fc.tuple(conditions, tie('items')).map<Make>(([condition, make]) => (making) => {
      const about = condition(making.earlier)
      return engine.when(about, make(making))
    }),
    fc.array(fc.tuple(conditions, tie('items')), { minLength: 1, maxLength: 3 }).map<Make>((list) => (making) => {
      const about = list.map(([condition]) => condition(making.earlier))
      const branches = list.map(([, make], index) => ({ condition: picked(about, index), items: make(making) }))
      return engine.branch(...branches)
    }),
    tie('items').map<Make>((make) => (making) => engine.section(making.newKey(), 'Section', make(making))),
    tie('items').map<Make>((make) => (making) => engine.address('Address', make(making))),
    tie('items').map<Make>((make) => (making) => {
      if (making.scope === 'entry') return schools(making, make)
      return prefixing(making, (entry) => engine.withPrefix(`${making.newKey()}_`, schools(entry, make)))
    }),
    tie('items').map<Make>((make) => (making) => {
      if (making.scope === 'entry') return engine.address('Not repeated again', make(making))
      const prefix = making.newKey()
      const prefixes = [`${prefix}_`, `${prefix}_2_`, `${prefix}_3_`]
      return prefixing(making, (entry) => engine.repeated(prefix, 'Again', prefixes, 'Entry {entry}', make(entry)))
    }),
    fc.tuple(tie('items'), tie('items')).map<Make>(([one, two]) => (making) => {
      const first = { id: 't1', label: 'One', items: one(making) }
      return engine.tabs(making.newKey(), 'Tabs', first, { id: 't2', label: 'Two', items: two(making) })
    }),
    fc.tuple(tie('items'), tie('items')).map<Make>(
      ([before, after]) =>
        (making) =>
          engine.confirmByButton(making.newKey(), 'Continue', before(making), after(making)),
    ),
    fc.tuple(tie('items'), tie('items'), fc.nat()).map<Make>(([before, after, pick]) => (making) => {
      const source = picked(making.earlier, pick).key
      const [tick, hidden] = [ticks(making), before(making)]
      const copied = making.scope === 'form' ? hidden.flatMap((each) => keysOf(each)) : []
      const sameAs = Object.fromEntries(copied.map((key) => [key, source]))
      return engine.confirmByTick(tick, hidden, after(making), { sameAs })
    }),
  ),
})).items

/** Forms of one to three pages that use every kind of block. */
const forms: fc.Arbitrary<engine.Form> = fc.array(items, { minLength: 1, maxLength: 3 }).map((makes) => {
  let count = 0
  const making: Making = { scope: 'form', earlier: [], newKey: () => `q${++count}` }
  const first = choices(making)
  const pages = makes.map((make, index) => {
    const own = make(making)
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
    answer: said(form.keys, (key) => (ticked.has(key) ? fc.oneof(fc.constant('true'), answers) : answers)),
    add_another: said(ids('repeated'), () => fc.nat({ max: 11 })),
    tabs: said(ids('tabs'), () => fc.constantFrom('t1', 't2', 'unknown')),
    document_answer: said(keys('upload'), () => fc.constant({ file_name: 'scan.pdf', file_size: 1024 })),
  })
}

const said = <T>(keys: readonly string[], arbitrary: (key: string) => fc.Arbitrary<T>) =>
  fc.record(Object.fromEntries(keys.map((key) => [key, arbitrary(key)])), { requiredKeys: [] })

/** A form with an application for it. */
export const generated: fc.Arbitrary<Generated> = forms.chain((form) =>
  applications(form).map((application) => ({ form, application })),
)
