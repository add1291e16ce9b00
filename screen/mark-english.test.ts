// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import { markEnglish } from './mark-english.ts'

const { documentElement: root, body } = document
const ENGLISH = ['Save', 'Remove {name}', '{count} days left', 'You have <b>sent</b> it.', 'Close', 'Fall 2027']
const wordsIn = async (language: string) => (language === 'fr' ? { english: ENGLISH } : {})

/** The texts that are heard as English, in the order of the page. */
const heardAsEnglish = () =>
  [...body.querySelectorAll('[lang=en]')].map((each) => each.textContent || each.getAttribute('aria-label'))

beforeEach(async () => {
  root.lang = 'fr'
  body.innerHTML = ''
  await vi.waitFor(() => expect(heardAsEnglish()).toEqual([]))
})

test('what is English in another language says so, and nothing else does', async () => {
  body.innerHTML = `<p>Enregistrer</p><button>Save</button><h2>Remove Ana’s file</h2><p><span>You have </span><b>sent</b></p>
    <button aria-label="Close"><svg></svg></button><p>12 days left</p><p translate="no">Save</p><a lang="es">Save</a>
    <select><option>Fall 2027</option><option>12</option></select><input aria-label="Nom" value="Save">`
  markEnglish(wordsIn)
  await vi.waitFor(() =>
    expect(heardAsEnglish()).toEqual([
      ...['Save', 'Remove Ana’s file', 'You have ', 'sent', 'Close', '12 days left', 'Fall 2027'],
    ]),
  )
})

test('what is drawn later is marked, and what becomes French is no longer', async () => {
  const box = body.appendChild(document.createElement('div'))
  const text = document.createTextNode('Bonjour')
  box.append(text)
  markEnglish(wordsIn)
  text.data = 'Save'
  await vi.waitFor(() => expect(heardAsEnglish()).toEqual(['Save']))
  text.data = 'Enregistrer'
  await vi.waitFor(() => expect(heardAsEnglish()).toEqual([]))
  box.insertAdjacentHTML('beforeend', '<p>Fall 2027</p>')
  await vi.waitFor(() => expect(heardAsEnglish()).toEqual(['Fall 2027']))
})

test('a page that changes to a language that is finished has no marks, and has them again in this one', async () => {
  body.innerHTML = '<p>Save</p>'
  markEnglish(wordsIn)
  await vi.waitFor(() => expect(heardAsEnglish()).toEqual(['Save']))
  root.lang = 'es'
  await vi.waitFor(() => expect(heardAsEnglish()).toEqual([]))
  root.lang = 'fr'
  await vi.waitFor(() => expect(heardAsEnglish()).toEqual(['Save']))
})
