// @vitest-environment happy-dom
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { preloadLazyCode } from '../parts/index.ts'
import { announced, close, focus, heard, listenTo, opened, quiet, SAVED, spoken } from './heard-for-test.ts'
import { arrivesAt, button, control, fill, open, refusing, until } from './opened-for-test.tsx'

beforeAll(preloadLazyCode)
afterEach(close)

describe('saving is announced when its state changes, and not at each save', () => {
  test('saved, still saved, not saved at each try, saved again', async () => {
    const app = await opened('/about')
    await fill('first_name', 'Maya')
    expect(await spoken()).toEqual([SAVED])
    const saves = () => app.callNames().filter((name) => name === 'saveAnswers').length
    await fill('last_name', 'Ortega')
    await until(() => expect(saves()).toBe(2))
    await quiet()
    expect(await announced()).toEqual([])

    const { saveAnswers = {} } = app.answers
    app.answers.saveAnswers = () => {
      throw new TypeError('The network is gone.')
    }
    await fill('middle_name', 'Rosa')
    expect(await spoken()).toEqual(['polite: Your answers aren’t saved yet. We can’t reach the server.'])
    await until(() => expect(saves()).toBeGreaterThan(3)) // it is tried again by itself
    await quiet()
    expect(await announced()).toEqual([])

    app.answers.saveAnswers = saveAnswers
    button('Try now').click()
    expect(await spoken()).toEqual(['polite: Your answers are saved again.'])
  })
})

test('errors after Submit: the summary is read once, by its focus, and a field with its error', async () => {
  await opened('/final-steps')
  button('Submit').click()
  await until(() => expect(document.activeElement?.id).toBe('missing-information'))
  await quiet()
  expect(await heard()).toEqual(['region, We are missing some information!'])
  control('a[href="/about#first_name"]').click()
  await arrivesAt('/about#first_name')
  await quiet()
  expect(await heard()).toEqual(['textbox, First Name, Missing: First Name, invalid, required'])
})

test('the error of an account card is announced once', async () => {
  await listenTo(
    await open('/login', {
      server: { login: refusing(401, { message: 'Wrong address or password.', code: 'wrong_credentials' }) },
    }),
  )
  await arrivesAt('/login')
  await fill('username', 'maya@mail.example')
  await fill('password', 'Moonlight-27')
  await heard()
  control('button[type=submit]').click()
  expect(await spoken(3)).toEqual([
    'assertive: Error Notification',
    'assertive: Login Card Error',
    'assertive: Wrong address or password.',
  ])
})

describe('an upload', () => {
  const visaHolder = { us_citizen: 'N', perm_resident: 'N' }
  const png = new File([new Uint8Array(2000)], 'visa.png', { type: 'image/png' })
  const visa = { stopintl_copy: { file_name: 'visa.png', file_size: 2000 } }
  const presignUpload = { url: 'https://storage.example/', fields: { key: 'k-1' } }

  async function choose(file: File) {
    const input = await until(() => control('#stopintl_copy input'))
    Object.defineProperty(input, 'files', { value: [file], configurable: true })
    input.dispatchEvent(new Event('change', { bubbles: true }))
  }

  test('is announced when it begins, converts and is attached, and not at each percent', async () => {
    let request: StorageRequest | undefined
    class StorageRequest extends EventTarget {
      readonly upload = new EventTarget()
      status = 0
      open() {}
      send() {
        request = this
      }
    }
    vi.stubGlobal('XMLHttpRequest', StorageRequest)
    let status = 'IN_PROGRESS'
    await opened('/about', visaHolder, { presignUpload, conversion: () => ({ status }), documentAnswer: visa })
    await choose(png)
    const sent = await until(() => request ?? expect.unreachable('nothing is sent yet'))
    for (const loaded of [400, 800, 1800])
      sent.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded, total: 2000 }))
    expect(await spoken()).toEqual(['polite: Uploading visa.png.'])
    sent.status = 204
    sent.dispatchEvent(new Event('load'))
    expect(await spoken()).toEqual(['polite: visa.png is uploaded and is being converted to PDF.'])
    status = 'COMPLETED'
    expect(await spoken()).toEqual(['polite: visa.png is attached.'])
  })

  test('that is refused is announced once, with the reason', async () => {
    await opened('/about', visaHolder)
    await choose(new File(['x'], 'visa.txt'))
    expect(await spoken()).toEqual([
      'polite: You can only enter the following file types: .png, .jpeg, .jpg, .pdf, .docx visa.txt was not attached.',
    ])
  })

  test('that fails is announced once, by its message', async () => {
    await opened('/about', visaHolder, {
      presignUpload: async () => {
        await quiet() // a refusal takes its way over the network
        return refusing(500, { message: 'Something went wrong.', code: 'unexpected' })
      },
    })
    await choose(png)
    expect(await spoken(4)).toEqual([
      'polite: Uploading visa.png.',
      'assertive: Error Notification',
      'assertive: Error uploading file for Visa or immigration document',
      'assertive: Something went wrong.',
    ])
  })
})

test('an added entry is named and its first question has the focus, and its removal is announced', async () => {
  await opened('/education', {}, { addAnother: { message: 'Saved.' } })
  await focus(button('Add another college'))
  button('Add another college').click()
  await quiet()
  expect(await heard()).toEqual([
    expect.stringMatching(/^combobox, Search for Your School, /),
    'polite: College 2 added.',
  ])
  await focus(button('Remove College 2'))
  button('Remove College 2').click()
  await quiet()
  expect(await heard()).toEqual(['button, Add another college', 'polite: College 2 removed.'])
})

test('before the time is over, a dialog is read once, and then the seconds from time to time', async () => {
  await opened('/about')
  await focus(control('[id="first_name"]'))
  window.localStorage.setItem('causeway.active', String(Date.now() - 14 * 60_000))
  await until(() => control('[role=dialog]'))
  await quiet()
  expect(await heard()).toEqual([
    'dialog, Still working? You’ve been inactive. To protect your information, we’ll log you out soon. Your answers are safe., modal',
  ])
  expect(await spoken()).toEqual([expect.stringMatching(/^polite: (40|20) seconds left$/)])
  button('Stay logged in').click()
  await until(() => expect(document.activeElement?.id).toBe('first_name'))
  await quiet()
  expect(await heard()).toEqual(['textbox, First Name, required'])
})

test('what is left when the dialog opens is read with it, and not once more', async () => {
  await opened('/about')
  await focus(control('[id="first_name"]'))
  window.localStorage.setItem('causeway.active', String(Date.now() - (14 * 60 + 20) * 1000))
  window.dispatchEvent(new Event('focus')) // the computer slept
  await until(() => control('[role=dialog]'))
  expect(control('[role=timer]').textContent).toBe('40 seconds left')
  expect(await spoken()).toEqual(['polite: 20 seconds left'])
  button('Stay logged in').click()
})

describe('a STOP note', () => {
  const words = /^assertive: STOP!\s*You told us that you are not a citizen/
  test('is announced once, when an answer makes it appear', async () => {
    await opened('/about', { us_citizen: 'N' })
    control('[id="perm_resident-N"]').click()
    const said = await spoken()
    expect(said.filter((phrase) => phrase !== SAVED)).toEqual([expect.stringMatching(words)])
  })

  test('is read in its place when the page is opened later', async () => {
    await opened('/about', { us_citizen: 'N', perm_resident: 'N' })
    expect(document.body.textContent).toContain('STOP!')
  })
})
