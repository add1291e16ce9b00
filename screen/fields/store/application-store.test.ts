import { describe, expect, test, vi } from 'vitest'
import {
  choice,
  choiceWhen,
  emptyApplication,
  form,
  is,
  page,
  section,
  text,
  tick,
  tickGroup,
  upload,
  when,
} from '../../../engine/index.ts'
import { proves } from '../../../testing/proves.ts'
import { type Change, createApplicationStore, screenMemory } from './application-store.ts'
import { clearingsIn, lostIn } from './clearings.ts'

const yesNo = [
  ['Y', 'Yes'],
  ['N', 'No'],
] as const
const outer = choice('outer', 'Outer', yesNo, { as: 'radio' })
const inner = choice('inner', 'Inner', yesNo, { as: 'radio' })
const innermost = text('innermost', 'Innermost')
const paper = upload('paper', 'Paper')
const first = tick('first', 'First')
const second = tick('second', 'Second')
const neither = tick('neither', 'Neither')
const country = choice('country', 'Country', [
  ['USA', 'United States'],
  ['CAN', 'Canada'],
])
const state = choice('state', 'State', [['Montana', 'Montana']])
const name = text('name', 'Name', { required: true })
const tried = form('1', [
  page('one', 'One', [
    section('all', 'All', [
      name,
      outer,
      when(is(outer, 'Y'), [inner, paper, when(is(inner, 'Y'), [innermost])]),
      tickGroup('Group', [first, second], { none: neither }),
      country,
      choiceWhen(country, is(country, 'USA'), state),
    ]),
  ]),
])

function stored(answer: Record<string, string> = {}) {
  const store = createApplicationStore({
    form: tried,
    application: { ...emptyApplication, answer },
    today: '2026-09-01',
  })
  const changes: Change[] = []
  store.onChange((change) => changes.push(change))
  return { store, changes, answer: () => store.current().answer }
}

describe('a keystroke', () => {
  test('reaches the store at once and clears nothing', () => {
    const { store, changes, answer } = stored({ outer: 'Y', inner: 'Y', innermost: 'deep' })
    const listener = vi.fn()
    store.subscribe(listener)
    store.write('outer', 'N')
    expect(answer()).toMatchObject({ outer: 'N', inner: 'Y', innermost: 'deep' })
    expect(changes).toEqual([{ keys: ['outer'], how: 'keystroke' }])
    expect(listener).toHaveBeenCalledTimes(1)
  })

  test('that changes nothing tells nobody', () => {
    const { store, changes } = stored({ name: 'Maya' })
    store.write('name', 'Maya')
    store.commit('name')
    expect(changes).toEqual([])
  })

  test('leaves earlier snapshots as they were', () => {
    const { store } = stored()
    const before = store.current()
    store.write('name', 'M')
    expect(before.answer).toEqual({})
  })
})

describe('a commit', () => {
  test('clears what the answer hides, to a fixed point, and reports every key', () => {
    const { store, changes, answer } = stored({ outer: 'Y', inner: 'Y', innermost: 'deep', paper: 'ANSWERED' })
    store.receive({ document_answer: { paper: { file_name: 'a.pdf', file_size: 1 } } })
    store.write('outer', 'N')
    store.commit('outer')
    expect(answer(), proves('4.conditional.2')).toMatchObject({ outer: 'N', inner: '', innermost: '', paper: '' })
    expect(store.current().document_answer).toEqual({})
    const { keys, how } = changes.at(-1) ?? { keys: [], how: '' }
    expect(how).toBe('commit')
    expect([...keys].sort()).toEqual(['inner', 'innermost', 'outer', 'paper'])
  })

  test('leaves alone what was hidden before it: what shows that answer may still be on its way from another device', () => {
    const { store, changes, answer } = stored()
    store.receive({ answer: { innermost: 'from elsewhere' } })
    store.write('name', 'Maya')
    store.commit('name')
    expect(answer()).toMatchObject({ name: 'Maya', innermost: 'from elsewhere' })
    expect(changes.at(-1)).toEqual({ keys: ['name'], how: 'commit' })
  })

  test('a radio moved away and back before it is left clears nothing', () => {
    const { store, changes, answer } = stored({ outer: 'Y', inner: 'Y' })
    store.write('outer', 'N')
    store.write('outer', 'Y')
    store.commit('outer')
    expect(answer()).toMatchObject({ outer: 'Y', inner: 'Y' })
    // A save may have started between the two changes, so the key is reported anyway.
    expect(changes.at(-1)).toEqual({ keys: ['outer'], how: 'commit' })
  })

  test.each([
    ['neither', { first: 'true', second: 'true' }, { first: '', second: '', neither: 'true' }],
    ['first', { neither: 'true', second: 'true' }, { first: 'true', second: 'true', neither: '' }],
  ])('ticking %s in a group with a no', (key, before, after) => {
    const { store, answer } = stored(before)
    store.write(key, 'true')
    store.commit(key)
    expect(answer()).toMatchObject(after)
  })

  test('a new controlling answer clears its dropdown, also when the dropdown stays', () => {
    const { store, answer } = stored({ country: 'USA', state: 'Montana', state_desc: 'Montana' })
    store.write('country', 'CAN')
    store.write('country', 'USA')
    store.commit('country')
    expect(answer().state).toBe('Montana')
    store.write('country', 'CAN')
    store.commit('country')
    expect(answer(), proves('4.conditional.8')).toEqual({ country: 'CAN', state: '' })
  })

  test('commitAll settles every answer that was not left', () => {
    const { store, changes } = stored({ outer: 'Y', inner: 'Y' })
    store.write('outer', 'N')
    store.write('name', 'Maya')
    store.commitAll()
    store.commitAll()
    expect(changes.filter(({ how }) => how === 'commit').map(({ keys }) => keys)).toEqual([
      ['outer', 'inner'],
      ['name'],
    ])
  })
})

const typed = screenMemory<string>('what is typed')

test('what is remembered under one id is kept apart by what it is', () => {
  const { store } = stored()
  const isPressed = screenMemory<true>('a press')
  store.remember(typed, 'name', 'M?')
  expect([store.recall(typed, 'name'), store.recall(isPressed, 'name')]).toEqual(['M?', undefined])
  store.remember(isPressed, 'name', true)
  store.remember(typed, 'name', undefined)
  expect([store.recall(typed, 'name'), store.recall(isPressed, 'name')]).toEqual([undefined, true])
  // @ts-expect-error Only what it is for.
  store.remember(isPressed, 'name', 'pressed')
})

describe('from outside', () => {
  test('answers merge, other maps replace, and subscribers are not notified', () => {
    const { store, changes } = stored({ name: 'Maya', outer: 'Y' })
    store.setEntries('colleges', 3)
    store.receive({ answer: { name: 'Ana' }, add_another: { parents: 2 } })
    expect(store.current()).toMatchObject({ answer: { name: 'Ana', outer: 'Y' }, add_another: { parents: 2 } })
    store.commit('name')
    expect(changes).toEqual([])
  })

  test('takes the place of what was half typed', () => {
    const { store, changes } = stored()
    store.write('name', 'M')
    store.remember(typed, 'name', 'M?')
    store.receive({ answer: { name: 'Ana' } })
    store.commit('name')
    expect(changes.map(({ how }) => how)).toEqual(['keystroke'])
    expect(store.recall(typed, 'name')).toBeUndefined()
  })

  test('replace forgets what was half typed', () => {
    const { store, changes } = stored()
    store.write('name', 'M')
    store.remember(typed, 'birth_date', '2/30')
    store.replace(emptyApplication)
    store.commit('name')
    expect(store.current()).toBe(emptyApplication)
    expect(store.recall(typed, 'birth_date')).toBeUndefined()
    expect(changes).toHaveLength(1)
  })
})

test('a keystroke calls only who asked for its answer or for all, unless problems are shown or it is finished', () => {
  const { store } = stored()
  const called: string[] = []
  for (const keys of [['name'], ['inner'], ['inner', 'name'], []])
    store.subscribeTo(keys)(() => called.push(keys.join('+')))
  store.subscribe(() => called.push('all'))
  const calledBy = (act: () => void) => {
    called.length = 0
    act()
    return called.toSorted()
  }
  expect(calledBy(() => store.write('name', 'M'))).toEqual(['all', 'inner+name', 'name'])
  expect(calledBy(() => store.commit('name'))).toEqual(['', 'all', 'inner', 'inner+name', 'name'])
  expect(calledBy(() => store.receive({ answer: { inner: 'Y' } }))).toEqual(['', 'all', 'inner', 'inner+name', 'name'])
  store.showProblems(true)
  expect(calledBy(() => store.write('name', ''))).toEqual(['', 'all', 'inner', 'inner+name', 'name'])
  expect(store.subscribeTo(['name'])).toBe(store.subscribeTo(['name']))
})

test('counts and tabs are kept by the id of their block', () => {
  const { store } = stored()
  store.setEntries('colleges', 2)
  store.chooseTab('proof', 'licence')
  expect(store.current()).toMatchObject({ add_another: { colleges: 2 }, tabs: { proof: 'licence' } })
})

describe('problems', () => {
  test('there are none unless they are shown', () => {
    const { store } = stored()
    expect(store.problems(), proves('5.when.1')).toEqual([])
    store.showProblems(true)
    expect(store.problems(), proves('4.status.15')).toEqual([{ page: 'one', key: 'name', message: 'Name' }])
    store.showProblems(false)
    expect(store.problems()).toEqual([])
  })

  test('they follow the answers, and stay the same array while they are the same', () => {
    const { store } = stored()
    store.showProblems(true)
    const before = store.problems()
    store.write('innermost', 'x')
    expect(store.problems()).toBe(before)
    store.write('name', 'M')
    expect(store.problems(), proves('4.status.15')).toEqual([])
  })
})

describe('progress', () => {
  const left = ({ store }: ReturnType<typeof stored>) => store.progress()[0]?.left

  test('counts what is required whether or not problems are shown', () => {
    const all = stored()
    expect([left(all), [...all.store.unfinished()]]).toEqual([1, ['name']])
    expect(all.store.problems()).toEqual([])
  })

  test('changes when an answer is finished, not while it is typed, and stays the same array until then', () => {
    const all = stored()
    const before = all.store.progress()
    all.store.write('name', 'A')
    all.store.write('name', 'Ann')
    expect(all.store.progress()).toBe(before)
    all.store.commit('name')
    expect([left(all), all.store.unfinished().size]).toEqual([0, 0])
    const after = all.store.progress()
    all.store.write('name', 'Anna')
    all.store.commit('name')
    expect(all.store.progress()).toBe(after)
  })

  test('follows at once what comes from outside', () => {
    const all = stored()
    all.store.receive({ answer: { name: 'Ann' } })
    expect(left(all)).toBe(0)
    all.store.replace(emptyApplication)
    expect(left(all)).toBe(1)
  })
})

describe('what an answer has cleared', () => {
  const deep = { outer: 'Y', inner: 'Y', innermost: 'deep' }
  const found = (store: ReturnType<typeof stored>['store']) => clearingsIn(store.form, store.storeEvents())
  const cleared = (store: ReturnType<typeof stored>['store']) =>
    found(store).map((each) => `${each.key}: ${lostIn(store.form, each).join(' ')}`)
  const change = (store: ReturnType<typeof stored>['store'], key: string, value: string) => {
    store.write(key, value)
    store.commit(key)
  }

  test('is remembered with what was there, one change after the other', () => {
    const { store } = stored({ ...deep, country: 'USA', state: 'Montana' })
    change(store, 'name', 'Maya')
    expect(found(store)).toEqual([])
    change(store, 'inner', 'N')
    change(store, 'outer', 'N')
    change(store, 'country', 'CAN')
    expect(cleared(store)).toEqual(['inner: innermost', 'outer: inner', 'country: state'])
    expect(found(store)[0]?.before.answer).toMatchObject({ inner: 'Y', innermost: 'deep' })
  })

  test('is not what was empty, and the list is the same until it changes', () => {
    const { store } = stored({ outer: 'Y' })
    const before = store.storeEvents()
    change(store, 'outer', 'N')
    change(store, 'name', 'Maya')
    store.receive({ answer: { name: 'Noor' } })
    expect(store.storeEvents()).toBe(before)
  })

  test('includes a document', () => {
    const { store } = stored({ outer: 'Y', paper: 'ANSWERED' })
    change(store, 'outer', 'N')
    expect(cleared(store)).toEqual(['outer: paper'])
  })

  test('is forgotten on its own, and with the person', () => {
    const { store } = stored(deep)
    change(store, 'inner', 'N')
    change(store, 'outer', 'N')
    const listener = vi.fn()
    store.subscribe(listener)
    for (const clearing of found(store).slice(0, 1)) store.note({ kind: 'undone', clearing })
    expect(listener).toHaveBeenCalledTimes(1)
    expect(cleared(store)).toEqual(['outer: inner'])
    store.replace({ ...emptyApplication, answer: deep })
    expect(found(store)).toEqual([])
  })

  test('ends when something newer arrives for it, and not when the same or something else does', () => {
    const { store } = stored(deep)
    change(store, 'inner', 'N')
    store.receive({ answer: { name: 'Noor', inner: 'N', innermost: '' } })
    expect(cleared(store)).toEqual(['inner: innermost'])
    store.receive({ answer: { innermost: 'from the phone' } })
    expect(found(store)).toEqual([])
  })

  test.each(['setEntries', 'chooseTab'] as const)('ends when its block moves (%s)', (how) => {
    const { store } = stored(deep)
    change(store, 'inner', 'N')
    const move = (id: string) => (how === 'setEntries' ? store.setEntries(id, 1) : store.chooseTab(id, 'x'))
    move('another')
    expect(found(store)).toHaveLength(1)
    move('all')
    expect(found(store)).toEqual([])
  })
})

test('what the server refused is a problem until its answer changes or somebody else comes', () => {
  const store = createApplicationStore({
    form: form('1', [page('about', 'About', [text('city', 'City'), text('zip', 'ZIP')])]),
    application: { ...emptyApplication, answer: { city: 'Helena' } },
    today: '2026-11-21',
  })
  const refused = ['city', 'zip'].map((key) => ({ page: 'about', key, message: 'No.' }))
  store.showProblems(true)
  store.refuse(refused)
  expect(store.problems()).toEqual(refused)
  expect(store.problems()).toBe(store.problems())
  store.write('city', 'Butte')
  expect(store.problems()).toEqual(refused.slice(1))
  store.replace({ ...emptyApplication, answer: { city: 'Butte' } })
  expect(store.problems()).toEqual([])
})

describe('the canonical form of an answer', () => {
  test('comes when the field is left, and not while somebody may type on', () => {
    const { store, changes, answer } = stored()
    store.write('name', ' Ada\u200B ')
    store.commitAll() // the page is hidden
    expect(answer().name).toBe(' Ada\u200B ')
    store.write('name', ' Ada Lovelace ')
    store.commitAll()
    expect(answer().name).toBe(' Ada Lovelace ')
    store.commit('name')
    expect(answer().name).toBe('Ada Lovelace')
    expect(changes.at(-1)).toEqual({ keys: ['name'], how: 'commit' })
    const told = changes.length
    store.commit('name')
    store.commitAll()
    expect(changes).toHaveLength(told)
  })

  test('an answer of which nothing shows is missing', () => {
    const { store, answer } = stored()
    store.showProblems(true)
    store.write('name', '\u200B')
    expect(store.problems()).toMatchObject([{ key: 'name' }])
    store.commit('name')
    expect(answer().name).toBe('')
  })
})
