// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Editable, StaffReply } from '../../../../api/index.ts'
import { expectAccessible, fill, named, openDesk, press, refused, until, words } from '../desk-for-test.tsx'

const row = (entry: string, name: string, kind: Editable['kind'], published: string | null): Editable => ({
  ...{ place: `/face/${entry}`, group: 'Look', name, kind, published, product: null },
})
const logo = 'a'.repeat(64)
const form: StaffReply<'readForm'> = {
  editions: [],
  languages: [],
  translations: {},
  structure: {},
  over: 1,
  editables: [
    row('color', 'Color', 'color', '#5e2a7e'),
    row('logo', 'Logo', 'picture', logo),
    row('logo_dark', 'Logo for dark pages', 'picture', null),
    row('picture', 'Picture above the footer', 'picture', null),
  ],
  draft: { revision: 3, changes: [], comments: [] },
  is_read_only: false,
  time_zone: 'America/Los_Angeles',
  release: { over: '2026.9', now: '2026.9', changes: [] },
}

let desk: Awaited<ReturnType<typeof openDesk>>
let given: StaffReply<'readForm'> = form
beforeEach(async () => {
  given = form
  desk = await openDesk('/staff/form', {
    role: 'registrar',
    replies: {
      readForm: () => given,
      saveFormDraft: (body) => {
        const { changes } = Object(body)
        const at = '2026-11-30T12:00:00Z'
        return {
          revision: 4,
          changes: Object.entries(changes).map(([place, value]) => ({ place, value, by: 'June Hale', at })),
          conflicts: [],
          comments: [],
        }
      },
      judgeFaceColor: (body) =>
        Object(body).color === '#ffcc00'
          ? { fault: 'This color is too light.', nearest: '#886b00' }
          : { fault: null, nearest: null },
      storeFacePicture: (body) =>
        Object(body).kind === 'svg'
          ? { hash: 'b'.repeat(64) }
          : refused(409, 'refused_picture', 'The file is not a PNG.'),
    },
  })
})
afterEach(() => desk.close())

async function openLook(): Promise<void> {
  const folded = await until(() => {
    const found = [...document.querySelectorAll('details')].find((each) => each.textContent?.startsWith('Look'))
    if (!found) throw new Error('There is no group Look.')
    return found
  })
  folded.open = true
  folded.dispatchEvent(new Event('toggle'))
  await until(() => named('input', 'Color'))
}
const leave = (name: string) => named('input', name).dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
const saved = () => desk.bodiesOf('saveFormDraft').map((body) => Object(body).changes)
const choose = (name: string, file: File) => {
  const field = named('input', `${name}: choose a file`)
  Object.defineProperty(field, 'files', { value: [file], configurable: true })
  field.dispatchEvent(new Event('change', { bubbles: true }))
}

test('a color that cannot be read is not kept, and the nearest that can is one press', async () => {
  await openLook()
  await fill('Color', 'FC0')
  leave('Color')
  await until(() => expect(words('[role=alert]')).toContain('This color is too light.'))
  expect(desk.bodiesOf('judgeFaceColor')).toEqual([{ color: '#ffcc00' }])
  expect(saved()).toEqual([])
  // The way to the button leaves the field again; the button must not go away under the finger.
  leave('Color')
  await press('Use #886b00, the nearest that can be read')
  await until(() => expect(saved()).toEqual([{ '/face/color': '#886b00' }]))
  await until(() => expect(named('input', 'Color')).toHaveProperty('value', '#886b00'))
  expect(words('[role=alert]')).toBe('')
  await press('Undo')
  await until(() => expect(named('input', 'Color')).toHaveProperty('value', '#5e2a7e'))
  await expectAccessible()
})

test('what is no color is said without asking, and nothing takes ours back', async () => {
  await openLook()
  await fill('Color', 'purple')
  leave('Color')
  await until(() => expect(words('[role=alert]')).toContain('A color is # and six digits'))
  await fill('Color', '')
  leave('Color')
  await until(() => expect(saved()).toEqual([{ '/face/color': null }]))
  expect(desk.bodiesOf('judgeFaceColor')).toEqual([])
})

test('a picture is stored as it is chosen, shown where it will be, and taken away', async () => {
  await openLook()
  expect(named('img', '').getAttribute('src')).toBe('/brand/qqqqqqqqqqqqqqqq.png')
  choose('Logo for dark pages', new File(['<svg/>'], 'night.SVG'))
  await until(() => expect(saved()).toEqual([{ '/face/logo_dark': 'b'.repeat(64) }]))
  expect(desk.bodiesOf('storeFacePicture')).toEqual([{ entry: 'logo_dark', kind: 'svg', file: btoa('<svg/>') }])
  await until(() => expect(words('[data-place="/face/logo_dark"]')).toContain('Changed by June Hale'))
  expect(document.querySelector('[data-place="/face/logo_dark"] img')?.getAttribute('src')).toBe(
    '/brand/u7u7u7u7u7u7u7u7.png',
  )
  await press('Take it away: Logo')
  await until(() => expect(saved().at(-1)).toEqual({ '/face/logo': null }))
  await press('Show no picture at all')
  await until(() => expect(saved().at(-1)).toEqual({ '/face/picture': 'none' }))
  await until(() => expect(words('[data-place="/face/picture"]')).toContain('No picture: the footer follows at once.'))
  await expectAccessible()
})

test('a file that is refused changes nothing, and one that is too large is not sent', async () => {
  await openLook()
  choose('Logo', new File(['x'], 'photo.jpg'))
  await until(() => expect(words('[role=alert]')).toContain('The file is not a PNG.'))
  choose('Logo', new File([new Uint8Array(1024 * 1024 + 1)], 'huge.svg'))
  await until(() => expect(words('[role=alert]')).toContain('The file is larger than 1 MB.'))
  expect(desk.bodiesOf('storeFacePicture')).toHaveLength(1)
  expect(saved()).toEqual([])
})

test('where the file of the institution leads, nothing can be chosen', async () => {
  desk.close()
  given = { ...form, is_read_only: true }
  desk = await openDesk('/staff/form', { role: 'registrar', replies: { readForm: () => given } })
  await openLook()
  expect(document.querySelector('[data-place="/face/logo"] img')).not.toBeNull()
  expect(document.querySelectorAll('input[type=file]')).toHaveLength(0)
  expect(named('input', 'Pick a color')).toHaveProperty('disabled', true)
})
