// @vitest-environment happy-dom

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { act, Profiler } from 'react'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  choice,
  email,
  everyItem,
  isNotAnswered,
  type Page,
  paragraph,
  password,
  phone,
  type Question,
  questionsShown,
  ssn,
  type TextQuestion,
  text,
  tick,
  withInstitution,
} from '../../../engine/index.ts'
import { admissions } from '../../../form/index.ts'
import { proves } from '../../../testing/proves.ts'
import { preloadLazyCode } from '../../parts/index.ts'
import { choose, controlFor, drawItems, drawPage, leave, press, the, type, wordsOf } from '../drawn-for-test.tsx'
import { lazyOptionBox } from '../lookup/lazy-boxes.ts'
import { QuestionField } from './question-field.tsx'
import { isWithheld } from './ssn-field.tsx'

describe('question field', () => {
  let drawn: Awaited<ReturnType<typeof drawPage>>
  afterEach(() => drawn.remove())

  const name = text('name', 'Name', { required: true, help: 'As on your passport.', autocomplete: 'name' })
  const nick = text('nick', 'Nickname')
  const settings = readFileSync(join(import.meta.dirname, '../../../institution.json'), 'utf8')
  const filled = withInstitution(admissions, JSON.parse(settings).public)
  const errorOf = (key: string) => wordsOf(the(`[id="${key}-error"]`))

  describe('the whole form', () => {
    beforeAll(async () => {
      // Otherwise they would load while renders are counted.
      await lazyOptionBox.preload()
      await preloadLazyCode()
    })

    test('a keystroke re-renders one field, even while problems are shown', async () => {
      const items = everyItem(filled).filter((item): item is Question => 'key' in item && item.kind !== 'code')
      const questions = [...new Map(items.map((item) => [item.key, item])).values()]
      const drawings: string[] = []
      drawn = await drawPage(pageOf('about'), {
        problems: true,
        draw: () =>
          questions.map((question) => (
            <Profiler key={question.key} id={question.key} onRender={(id) => drawings.push(id)}>
              <QuestionField question={question} />
            </Profiler>
          )),
      })
      // Some render again once their field has loaded.
      expect(new Set(drawings)).toEqual(new Set(questions.map(({ key }) => key)))
      drawings.length = 0
      await type(the('#middle_name'), 'J')
      await type(the('#middle_name'), 'Jo')
      expect(drawings).toEqual(['middle_name', 'middle_name'])
    })

    test.each(filled.pages.map(({ slug }) => slug))(
      'every question shown on /%s has its key as an id, once',
      async (slug) => {
        const answer = {
          us_citizen: 'N',
          perm_resident: 'N',
          degree_nondegree: 'DS',
          prev_attend_undergraduate: 'Y',
          ged_transfer: 'D',
          hs_name: 'Park High',
          college_name: 'Flathead',
          college_2_name: 'Montana Tech',
          suspended_academic: 'Y',
        }
        drawn = await drawPage(pageOf(slug), { answer })
        const shown = questionsShown(drawn.store.form, drawn.store.current()).map(({ question }) => question.key)
        expect(shown.length).toBeGreaterThan(0)
        // A question that is asked behind a gate appears after its "yes". Some blocks are lazy.
        for (const gate of document.querySelectorAll<HTMLElement>('[data-leads-to] input[value=Y]'))
          await act(async () => gate.click())
        const missing = () => shown.filter((key) => document.getElementById(key) === null)
        await vi.waitFor(() => expect(missing()).toEqual([]))
        for (const key of shown) expect(document.querySelectorAll(`[id="${key}"]`), key).toHaveLength(1)
        const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id)
        expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
      },
    )
  })

  describe('the frame of a field', () => {
    test('label and help belong to the control, and nothing shortens typed text', async () => {
      drawn = await drawItems([name])
      const control = controlFor(name)
      expect(wordsOf(the('label[for="name"]'))).toBe('Name')
      expect(control.getAttribute('aria-describedby')).toBe('name-help')
      expect(wordsOf(the('#name-help'))).toBe('As on your passport.')
      expect(control.getAttribute('autocomplete')).toBe('name')
      expect(control.hasAttribute('maxlength')).toBe(false)
      expect(control.hasAttribute('aria-invalid')).toBe(false)
    })

    test('optional questions are marked, required ones are not, and conditions use the current answers', async () => {
      const home = text('home', 'Home', { required: isNotAnswered(nick) })
      drawn = await drawItems([name, nick, home])
      const label = (key: string) => wordsOf(the(`label[for="${key}"]`))
      expect([label('name'), label('nick'), label('home')]).toEqual(['Name', 'Nickname (optional)', 'Home'])
      await type(controlFor(nick), 'M')
      expect(label('home')).toBe('Home (optional)')
    })

    test('no message is shown before problems are shown', async () => {
      drawn = await drawItems([name])
      expect(document.querySelector('[id="name-error"]'), proves('5.when.1')).toBeNull()
    })

    test.each<[string, Partial<TextQuestion<string, 'form'>>, string, string]>([
      ['a label', { required: true }, '', 'Missing: Field'],
      ['a label that is a question', { label: 'Which one?', required: true }, '', 'Missing: Which one?'],
      ['a name of the thing', { required: true, message: 'The thing' }, '', 'Missing: The thing'],
      ['words of an entry', { required: true, message: 'College 1: ZIP code' }, '', 'College 1: ZIP code'],
      ['a sentence', { required: true, message: 'Please say it.' }, '', 'Please say it.'],
      ['a label', { rules: [{ rule: 'number' as const }] }, 'x', 'Please check: Field'],
      ['a sentence', { invalid: 'Field (numeric)', rules: [{ rule: 'number' as const }] }, 'x', 'Field (numeric)'],
      [
        'a part of a sentence',
        { rules: [{ rule: 'number' as const, message: 'has digits' }] },
        'x',
        'Field: has digits',
      ],
    ])('a message that is %s', async (_, wording, value, expected) => {
      drawn = await drawItems([{ ...text('field', 'Field'), ...wording }], { answer: { field: value }, problems: true })
      expect(errorOf('field')).toBe(expected)
      expect(the('#field').getAttribute('aria-invalid')).toBe('true')
      expect(the('#field').getAttribute('aria-describedby')).toBe('field-error')
      expect(document.querySelector('[id="field-error"] svg')).not.toBeNull()
    })

    test('a message disappears once the answer is valid', async () => {
      drawn = await drawItems([name], { problems: true })
      expect(errorOf('name')).toBe('Missing: Name')
      await type(controlFor(name), 'M')
      expect(document.querySelector('[id="name-error"]'), proves('4.status.15')).toBeNull()
      expect(controlFor(name).hasAttribute('aria-invalid')).toBe(false)
    })
  })

  describe('an answer is committed', () => {
    const changeKinds = () => drawn.changes.map(({ how }) => how)

    test('typed text, on leaving the field', async () => {
      drawn = await drawItems([name])
      await type(controlFor(name), 'Maya')
      expect(changeKinds()).toEqual(['keystroke'])
      await leave(controlFor(name))
      expect(changeKinds()).toEqual(['keystroke', 'commit'])
      expect(drawn.store.current().answer.name).toBe('Maya')
    })

    test('a choice from a list, at once', async () => {
      const list = choice('list', 'List', [
        ['', '--'],
        ['A', 'First'],
      ])
      drawn = await drawItems([list])
      expect(controlFor(list).tagName).toBe('SELECT')
      await choose(controlFor(list), 'A')
      expect(drawn.store.current().answer.list, proves('2.widgets.10')).toBe('A')
      expect(changeKinds()).toEqual(['keystroke', 'commit'])
    })

    test('a tick, at once', async () => {
      const box = tick('box', 'Box')
      drawn = await drawItems([box])
      await press('#box')
      expect(drawn.store.current().answer.box).toBe('true')
      expect(changeKinds()).toEqual(['keystroke', 'commit'])
      await press('#box')
      expect(drawn.store.current().answer.box).toBe('')
    })
  })

  test('a paragraph counts characters as people do', async () => {
    const essay = paragraph('essay', 'Essay', { limit: 5 })
    drawn = await drawItems([essay], { problems: true })
    expect(controlFor(essay).tagName).toBe('TEXTAREA')
    await type(controlFor(essay), 'añ😀')
    expect(wordsOf(the('#essay-after')), proves('2.widgets.12', '5.application.65')).toBe('Character count: 3 / 5')
    expect(the('#essay-after [translate=no]').textContent).toBe('3 / 5')
    await type(controlFor(essay), 'abcdef')
    expect(wordsOf(the('#essay-after'))).toBe('Character count: 6 / 5')
    expect(drawn.store.current().answer.essay).toBe('abcdef')
    expect(errorOf('essay')).toContain('no more than 5 characters')
  })

  test('an e-mail address is typed as text with the keyboard of an e-mail address', async () => {
    drawn = await drawItems([email('mail', 'Mail')])
    expect(the('#mail').getAttribute('type')).toBe('text')
    expect(the('#mail').getAttribute('inputmode')).toBe('email')
  })

  describe('a Social Security number', () => {
    const number = ssn('ssn', 'Social Security number')

    test('is formatted as 3-2-4 and hidden until it is shown on request', async () => {
      drawn = await drawItems([number])
      await type(controlFor(number), '501550187')
      expect(controlFor(number), proves('2.widgets.13', '4.ssn.1')).toHaveProperty('value', '501-55-0187')
      expect(drawn.store.current().answer.ssn).toBe('501-55-0187')
      // A password box is not read out. Browsers do not fill in the account password where a code is expected.
      expect(controlFor(number).getAttribute('type')).toBe('password')
      expect(controlFor(number).getAttribute('autocomplete')).toBe('off')
      expect(wordsOf(the('button'))).toBe('Show Social Security number')
      await press('button')
      expect(controlFor(number).getAttribute('type')).toBe('text')
      expect(wordsOf(the('button'))).toBe('Hide Social Security number')
    })

    test('explains why it is empty only if it was answered before', async () => {
      drawn = await drawItems([number])
      expect(document.querySelector('#ssn-after')).toBeNull()
      await drawn.remove()
      drawn = await drawItems([number], {
        actions: (store) => {
          store.remember(isWithheld, 'ssn', true)
          return {}
        },
      })
      expect(wordsOf(the('#ssn-after'))).toContain('it isn’t kept on this device')
      await type(controlFor(number), '5')
      expect(document.querySelector('#ssn-after')).toBeNull()
    })

    test.each([
      ['a letter in place of a digit', '5O1550187', '515-50-187', 'We kept only the digits.'],
      ['words around it', 'SSN: 501-55-0187', '501-55-0187', 'We kept only the digits.'],
      ['nothing but a word', 'none', '', 'We kept only the digits.'],
      ['hyphens', '501-55-0187', '501-55-0187', undefined],
      ['hyphens in other places', '50-1550-187-', '501-55-0187', undefined],
      ['blanks', ' 501 55 0187 ', '501-55-0187', undefined],
      ['digits of full width', '５０１５５０１８７', '501-55-0187', undefined],
    ])('says what it has dropped if that were letters: %s', async (_, typed, kept, note) => {
      drawn = await drawItems([number])
      const said = () => document.querySelector('#ssn-after')?.textContent
      await type(controlFor(number), typed)
      await act(() => controlFor(number).blur())
      expect([controlFor(number), said()]).toMatchObject([{ value: kept }, note])
      await type(controlFor(number), '12')
      expect(said()).toBeUndefined()
    })

    describe('that comes masked from the server', () => {
      const box = () => controlFor(number)
      const words = () => wordsOf(the('#ssn-after'))
      const pressed = async (verb: string) => {
        const button = [...document.querySelectorAll('button')].find(
          (each) => wordsOf(each) === `${verb} ${number.label}`,
        )
        await act(() => button?.click())
      }
      const stored = () => drawn.store.current().answer.ssn
      const changes: { readonly keys: readonly string[]; readonly how: string }[] = []
      const masked = async (answer = '***-**-0187') => {
        drawn = await drawItems([number], { answer: { ssn: answer }, problems: true })
        changes.length = 0
        drawn.store.onChange((change) => changes.push(change))
      }

      test('shows its last digits, is right, and cannot be edited', async () => {
        await masked()
        expect(box()).toMatchObject({ value: '***-**-0187', readOnly: true, type: 'text' })
        expect(words()).toContain('ends in 0187')
        expect(box().getAttribute('aria-describedby')).toContain('ssn-after')
        expect(box().getAttribute('aria-invalid')).toBeNull()
      })

      test('stays when nothing is typed in its place', async () => {
        await masked()
        await pressed('Change')
        expect(box()).toMatchObject({ value: '', readOnly: false, type: 'password' })
        expect(document.activeElement).toBe(box())
        expect(words()).toContain('Leave this blank')
        await type(box(), '5')
        await type(box(), '')
        await act(() => box().blur())
        expect(box()).toMatchObject({ value: '***-**-0187', readOnly: true })
        expect([stored(), changes]).toEqual(['***-**-0187', []])
      })

      test('says nothing of letters once none of what was typed in its place is kept', async () => {
        await masked()
        await pressed('Change')
        await type(box(), 'none')
        expect(words()).toBe('We kept only the digits.')
        await act(() => box().blur())
        expect(words()).toContain('ends in 0187')
      })

      test('is replaced once the new one is whole, whose digits can be shown', async () => {
        await masked()
        await pressed('Change')
        await type(box(), '12345678')
        expect(stored()).toBe('***-**-0187')
        await type(box(), '123456789')
        expect([box(), stored()]).toMatchObject([{ value: '123-45-6789', type: 'password' }, '123-45-6789'])
        await pressed('Show')
        expect(box().getAttribute('type')).toBe('text')
        await act(() => box().blur())
        expect(changes.at(-1)).toEqual({ keys: ['ssn'], how: 'commit' })
      })

      test('is replaced by what is left unfinished, which is a problem', async () => {
        await masked()
        await pressed('Change')
        await type(box(), '12345')
        await act(() => box().blur())
        expect([stored(), changes.at(-1)?.how]).toEqual(['123-45', 'commit'])
        expect(box()).toMatchObject({ value: '123-45', readOnly: false })
        expect(box().getAttribute('aria-invalid')).toBe('true')
      })

      test('can be removed', async () => {
        await masked()
        await pressed('Remove')
        expect([stored(), changes.at(-1)]).toEqual(['', { keys: ['ssn'], how: 'commit' }])
        expect(box()).toMatchObject({ value: '', readOnly: false })
        expect(document.activeElement).toBe(box())
      })

      test('cannot be removed while an answer is required', async () => {
        drawn = await drawItems([ssn('ssn', 'Number', { required: true })], { answer: { ssn: '***-**-0187' } })
        expect([...document.querySelectorAll('button')].map(wordsOf)).toEqual(['Change Number'])
      })

      test('says that digits are missing', async () => {
        await masked('***-**-****')
        expect(words()).toContain('Digits of your number are missing')
        expect(box().getAttribute('aria-invalid')).toBe('true')
      })
    })
  })

  describe('a password', () => {
    const rules = [
      { rule: 'minLength', length: 12, message: 'is at least 12 characters' },
      { rule: 'pattern', pattern: '\\d', message: 'contains at least one number' },
    ] as const
    const secret = password('password', 'Password', {
      required: true,
      message: rules[0].message,
      rules,
      autocomplete: 'new-password',
    })

    test('can be shown, and works with a password manager', async () => {
      drawn = await drawItems([secret])
      await vi.waitFor(() => expect(controlFor(secret).getAttribute('type')).toBe('password'))
      expect(controlFor(secret).getAttribute('autocomplete')).toBe('new-password')
      await press('button')
      expect(controlFor(secret).getAttribute('type')).toBe('text')
    })

    test.each([
      ['', 'Missing: Password'],
      ['short', 'This does not meet every rule below.'],
    ])('with several rules, %j points to their list', async (value, expected) => {
      drawn = await drawItems([secret], { answer: { password: value }, problems: true })
      expect(errorOf('password')).toBe(expected)
    })

    test('without rules, shows its own message', async () => {
      const login = password('password', 'Password', { required: true, message: 'Password is required.' })
      drawn = await drawItems([login], { problems: true })
      expect(errorOf('password'), proves('5.auth.14')).toBe('Password is required.')
    })
  })

  function pageOf(slug: string): Page {
    const found = filled.pages.find((each) => each.slug === slug)
    if (!found) throw new Error(`There is no page ${slug}`)
    return found
  }
})

describe('phone field', () => {
  let drawn: Awaited<ReturnType<typeof drawPage>>
  afterEach(() => drawn.remove())

  const cell = phone('cell', 'Cell')

  function box(): HTMLInputElement {
    const control = controlFor(cell)
    if (!(control instanceof HTMLInputElement)) throw new Error('The phone has no box')
    return control
  }

  test('a phone number is formatted while it is typed, and the caret keeps its place', async () => {
    drawn = await drawItems([cell], { answer: { cell: '(406) 555-014' } })
    await type(box(), '(406) 5955-014', { caret: 8 })
    expect(box().value, proves('2.widgets.7', '5.application.35')).toBe('(406) 595-5014')
    expect([box().selectionStart, box().selectionEnd]).toEqual([8, 8])
    expect(drawn.store.current().answer.cell).toBe('(406) 595-5014')
    await leave(box())
    expect(drawn.changes.map(({ how }) => how)).toEqual(['keystroke', 'commit'])
  })

  test('only digits are accepted', async () => {
    drawn = await drawItems([cell], { answer: { cell: '(406' } })
    await type(box(), '(406x')
    expect(box().value, proves('5.application.35')).toBe('(406')
    expect(drawn.changes).toEqual([])
  })
})
