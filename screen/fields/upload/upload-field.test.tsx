// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { fileLimitsOf } from '../../../api/browser.ts'
import { upload } from '../../../engine/index.ts'
import { proves } from '../../../testing/proves.ts'
import { preloadLazyCode } from '../../parts/index.ts'
import { focusQuestion } from '../controls/focus-question.ts'
import { drawItems, press, the, told, wordsOf } from '../drawn-for-test.tsx'
import type { DocumentActions, Upload } from '../store/document-actions.ts'

const visa = upload('visa', 'Visa', { required: true })
const document_ = { file_name: 'visa.png', file_size: 84_000 }
const file = new File(['x'.repeat(84_000)], 'visa.png')

let drawn: Awaited<ReturnType<typeof drawItems>>
let going: Upload | undefined
let listeners: (() => void)[]
const attach = vi.fn<DocumentActions['attach']>(async () => {})
const cancel = vi.fn<DocumentActions['cancel']>(async () => {})
const remove = vi.fn<DocumentActions['remove']>(async () => {})
const addressOf = vi.fn<DocumentActions['addressOf']>()

beforeAll(async () => {
  await preloadLazyCode()
})
beforeEach(() => {
  going = undefined
  listeners = []
  vi.clearAllMocks()
})
afterEach(async () => {
  vi.useRealTimers()
  await drawn.remove()
})

const draw = async (upload?: Upload, given: Parameters<typeof drawItems>[1] = {}) => {
  going = upload
  const documents: Partial<DocumentActions> = {
    uploadOf: (key) => (key === 'visa' ? going : undefined),
    subscribe(listener) {
      listeners.push(listener)
      return () => {}
    },
    attach,
    cancel,
    remove,
    addressOf,
  }
  drawn = await drawItems([visa], { ...given, documents })
}
const goes = (upload: Upload | undefined) =>
  act(async () => {
    going = upload
    for (const listener of listeners) listener()
  })
const store = (answer: string) =>
  act(async () => drawn.store.receive({ answer: { visa: answer }, document_answer: { visa: document_ } }))
const words = () => wordsOf(the('#visa [class*=box], #visa [class*=idle]'))
const announced = async () => {
  await told()
  return wordsOf([...document.querySelectorAll('#visa [aria-live=polite]')].at(-1) ?? document.body)
}
const error = () => document.querySelector('#visa-error')?.textContent ?? ''
const input = () => document.querySelector<HTMLInputElement>('input[type=file]')

/** Chooses files as the browser's file dialog does. */
const choose = (...files: File[]) =>
  act(async () => {
    const box = input()
    if (box === null) throw new Error('There is nothing to choose a file with.')
    Object.defineProperty(box, 'files', { value: files, configurable: true })
    box.dispatchEvent(new Event('change', { bubbles: true }))
  })
const drag = (kind: string, files: readonly File[] = [file]) =>
  act(async () => {
    const event = new Event(kind, { bubbles: true, cancelable: true })
    Object.assign(event, { dataTransfer: { types: ['Files'], files }, relatedTarget: null })
    the('#visa [class*=idle]').dispatchEvent(event)
    expect(event.defaultPrevented).toBe(kind !== 'dragleave') // otherwise the browser would open the file
  })

test('signed out, the question waits for an account', async () => {
  await draw(undefined, { actions: () => ({ signedIn: false }) })
  const sentence = 'This question can be finished once you have created an account.'
  expect([words(), input()], proves('6.anonymous.6')).toEqual([sentence, null])
})

describe('idle', () => {
  test('there is one control, reachable by keyboard, which says what may be chosen', async () => {
    await draw()
    expect(words(), proves('2.widgets.14', '4.upload.8')).toBe(
      'Choose a file for Visaor drop it hereA .png, .jpeg, .jpg, .pdf, or .docx file of at most 1 MB. We make a larger photo smaller for you, turn HEIC into JPEG, and join several photos or PDFs into one.',
    )
    const box = input()
    expect(box?.accept.split(',').slice(0, 5)).toEqual(['.png', '.jpeg', '.jpg', '.pdf', '.docx'])
    for (const also of ['.jpe', '.jfif', 'image/jpeg']) expect(box?.accept.split(',')).toContain(also)
    expect(box?.closest('label')?.textContent).toBe('Choose a file for Visa')
    expect(the(`#${box?.getAttribute('aria-describedby')}`).textContent).toContain('at most 1 MB')
    expect(focusQuestion('visa')).toBe(true)
    expect(document.activeElement).toBe(box)
    expect(await announced()).toBe('')
  })

  test('the limit of the institution is said', async () => {
    await draw()
    await drawn.remove()
    drawn = await drawItems([visa], { documents: { limits: () => fileLimitsOf(5) } })
    expect(words()).toContain('file of at most 5 MB.')
  })

  test('a chosen file is attached with its question; without a file, nothing is attached', async () => {
    await draw()
    await choose()
    expect(attach, proves('5.files.1')).not.toHaveBeenCalled()
    await choose(file)
    expect(attach.mock.calls, proves('1.documents.1', '5.files.1')).toEqual([[visa, file]])
  })

  test('a dropped file counts as a chosen one', async () => {
    await draw()
    const plain = the('#visa [class*=idle]').className
    await drag('dragover')
    expect(the('#visa [class*=idle]').className).not.toBe(plain)
    await drag('dragleave')
    expect(the('#visa [class*=idle]').className).toBe(plain)
    await drag('drop')
    expect(attach.mock.calls).toEqual([[visa, file]])
    await drag('drop', [])
    expect(attach).toHaveBeenCalledOnce()
  })

  test('several files are chosen or dropped together', async () => {
    await draw()
    expect(input()?.multiple).toBe(true)
    const second = new File(['y'], 'back.png')
    await choose(file, second)
    await drag('drop', [second, file])
    expect(attach.mock.calls).toEqual([
      [visa, file, second],
      [visa, second, file],
    ])
  })

  test('the message about a missing document is shown at the field', async () => {
    await draw(undefined, { problems: true })
    expect(error()).toBe('Missing: Visa')
    expect(input()?.getAttribute('aria-invalid')).toBe('true')
  })
})

test('during the upload, its name and progress are shown and announced once', async () => {
  await draw()
  input()?.focus()
  await choose(file)
  await goes({ kind: 'uploading', document: document_, share: 0.4 })
  expect(document.activeElement).toBe(the('#visa')) // the button that had focus is gone
  expect(words()).toBe('visa.pngUploading…40%Cancel visa.png')
  expect(the('progress').getAttribute('aria-label')).toBe('Uploading visa.png')
  expect(the('progress').getAttribute('value')).toBe('0.4')
  expect([await announced(), input()]).toEqual(['Uploading visa.png.', null])
})

test('during the conversion the control is busy, and after 10 s asks for patience', async () => {
  vi.useFakeTimers()
  await draw()
  expect([words(), document.querySelector('[aria-busy=true]')]).toEqual([expect.stringMatching(/^Choose a file/), null])
  await goes({ kind: 'converting', document: document_ })
  expect(words(), proves('1.documents.3', '4.upload.8')).toBe('visa.pngConverting to PDF…Cancel visa.png')
  expect([await announced(), input()]).toEqual(['visa.png is uploaded and is being converted to PDF.', null])
  expect(the('[aria-busy=true]').textContent, proves('4.upload.9')).toContain('Converting')
  await act(async () => vi.advanceTimersByTimeAsync(9_900))
  expect(words()).toBe('visa.pngConverting to PDF…Cancel visa.png')
  await act(async () => vi.advanceTimersByTimeAsync(200))
  expect(words()).toBe('visa.pngConverting to PDF… This can take a minute.Cancel visa.png')
  await goes({ kind: 'converting', document: document_, isUnclear: true })
  expect(words()).toMatch(/Your file is uploaded\. We can’t see how far along it is, but we’ll keep checking\.Cancel/)
})

describe('a stored file', () => {
  const dialog = () => wordsOf(document.querySelector('[role=dialog][data-state=open]') ?? document.createElement('p'))
  const answerDialog = (word: string) =>
    act(async () =>
      [...document.querySelectorAll<HTMLElement>('[role=dialog] button')]
        .find((each) => wordsOf(each) === word)
        ?.click(),
    )

  test('shows its name and size, and a way to delete it', async () => {
    await draw()
    await goes({ kind: 'converting', document: document_ })
    await store('ANSWERED')
    await goes(undefined)
    expect(words(), proves('4.upload.10', '4.upload.11')).toBe(
      'visa.pngAttached, 82 KBDownload PDF of visa.pngDelete visa.png',
    )
    expect(await announced(), proves('1.documents.3')).toBe('visa.png is attached.')
  })

  test('can be downloaded, unless it is gone meanwhile', async () => {
    const followed: string[] = []
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      followed.push(`${this.getAttribute('href')} ${this.hasAttribute('download')}`)
    })
    await draw()
    await store('ANSWERED')
    await press('#visa button')
    addressOf.mockResolvedValueOnce('/documents/1/2/3')
    await press('#visa button')
    expect([addressOf.mock.calls, followed]).toEqual([[[visa], [visa]], ['/documents/1/2/3 true']])
    click.mockRestore()
  })

  test('a file without an answer is not shown', async () => {
    await draw()
    await store('')
    expect(words()).toContain('Choose a file')
  })

  test('Delete asks first, and does nothing if the person cancels', async () => {
    await draw()
    await store('ANSWERED')
    await press('#visa button:last-of-type')
    expect(dialog(), proves('4.upload.12')).toBe(
      'Delete visa.png?Are you sure you want to delete your file?DeleteKeep it',
    )
    expect(wordsOf(the('[role=dialog] h2 [translate=no]')), 'a browser that translates').toBe('visa.png')
    await answerDialog('Keep it')
    expect([dialog(), remove.mock.calls]).toEqual(['', []])
  })

  test('after confirmation, it is busy until the file is gone, and the focus moves on', async () => {
    await draw()
    await store('ANSWERED')
    let end = () => {}
    remove.mockImplementationOnce(() => new Promise((resolve) => (end = resolve)))
    await press('#visa button:last-of-type')
    await answerDialog('Delete')
    await goes({ kind: 'deleting', document: document_ })
    expect(remove.mock.calls, proves('4.upload.11')).toEqual([[visa]])
    expect(words(), proves('4.upload.9')).toBe('visa.pngAttached, 82 KBDownload PDF of visa.pngDeleting… visa.png')
    expect(the('#visa button:last-of-type').getAttribute('aria-disabled')).toBe('true')
    await act(async () => drawn.store.receive({ answer: { visa: '' }, document_answer: {} }))
    await goes(undefined)
    await act(async () => end())
    expect([dialog(), await announced()]).toEqual(['', 'No file is attached.'])
    expect(document.activeElement).toBe(input())
  })
})

describe('a file that did not become the document', () => {
  test.each([
    ['that is too large', [], 'Your file is too large. The maximum file size is 1 MB.'],
    [
      'that could not be converted',
      ['4.upload.7', '8.conversion.2'],
      'Your file could not be converted. Please try another file.',
    ],
  ])('%s is named, with the reason at the field and read aloud', async (_, ids, message) => {
    await draw(undefined, { problems: true })
    await goes({ kind: 'refused', document: document_, message, file })
    expect([error(), await announced()], proves(...ids)).toEqual([message, `${message} visa.png was not attached.`])
    expect(words()).toContain('visa.png, 82 KB, was not attached')
    expect(the('#visa').getAttribute('aria-describedby')).toBe('visa-error')
    expect(input()?.getAttribute('aria-describedby')).toBe('visa-error visa-limits')
    await choose(file)
    expect(attach).toHaveBeenCalledOnce()
  })

  test('can be sent again if the upload failed', async () => {
    await draw()
    await goes({ kind: 'failed', document: document_, file })
    expect(wordsOf(the('#visa button'))).toBe('Try again')
    await press('#visa button:last-of-type')
    expect(attach.mock.calls).toEqual([[visa, file]])
    await goes({ kind: 'failed', document: document_, file: undefined }) // chosen before this page was opened
    expect(document.querySelector('#visa button')).toBeNull()
  })

  test('comes with advice if there is any', async () => {
    await draw()
    await goes({ kind: 'refused', document: document_, message: 'Your file is too large.', file, advice: 'Try this.' })
    expect(words()).toContain('Try this.')
    expect(await announced()).toBe('Your file is too large. visa.png was not attached. Try this.')
  })
})

describe('a photo that is made smaller', () => {
  const note = 'We made your photo smaller: 82 KB.'

  test('is shown without an error while that happens, and its new size until the end', async () => {
    await draw()
    await goes({ kind: 'preparing', work: 'photo', document: document_ })
    expect([words(), await announced(), error()]).toEqual([
      'visa.pngMaking your photo smaller…Cancel visa.png',
      'Making visa.png smaller.',
      '',
    ])
    await goes({ kind: 'uploading', document: document_, share: 0, note })
    expect([words(), await announced()]).toEqual([
      `visa.pngUploading…${note}0%Cancel visa.png`,
      `${note} Uploading it now.`,
    ])
    await store('ANSWERED')
    await goes({ kind: 'attached', document: document_, note, file })
    expect([words(), await announced()]).toEqual([
      `visa.pngAttached, 82 KB${note}Download PDF of visa.pngDelete visa.pngAdd another page for Visa`,
      'visa.png is attached.',
    ])
  })

  test('has a given name in its note, which no translation changes and which is read aloud with it', async () => {
    await draw()
    const renamed = 'We shortened the name to \u2068visa.png\u2069.'
    await store('ANSWERED')
    await goes({ kind: 'uploading', document: document_, share: 0, note: renamed })
    expect(await announced()).toBe('We shortened the name to visa.png. Uploading it now.')
    for (const kind of ['uploading', 'attached'] as const) {
      await goes({ kind, document: document_, share: 0, note: renamed })
      const words = [...document.querySelectorAll('#visa [class*=state]')].find((line) =>
        line.textContent.startsWith('We shortened'),
      )
      expect(words?.textContent).toBe('We shortened the name to visa.png.')
      expect(words?.querySelector('[translate=no]')?.textContent).toBe('visa.png')
    }
  })

  test('with a digital signature says once it is attached what of that, and takes no page beside it', async () => {
    await draw()
    await store('ANSWERED')
    await goes({ kind: 'attached', document: document_, signature: 'Signed by Ada Registrar, checked.' })
    expect([words(), await announced()]).toEqual([
      'visa.pngAttached, 82 KBSigned by Ada Registrar, checked.Download PDF of visa.pngDelete visa.png',
      'visa.png is attached. Signed by Ada Registrar, checked.',
    ])
  })

  test('whose document is gone leaves nothing behind', async () => {
    await draw()
    await goes({ kind: 'attached', document: document_, note })
    expect(words()).toMatch(/^Choose a file for Visa/)
  })
})

describe('Cancel', () => {
  const cancelButton = '#visa [aria-busy] button'

  test('stops what goes on, and the focus returns to the control', async () => {
    await draw()
    await goes({ kind: 'converting', document: document_ })
    let end = () => {}
    cancel.mockImplementationOnce(() => new Promise((resolve) => (end = resolve)))
    the(cancelButton).focus()
    await press(cancelButton)
    expect(cancel.mock.calls).toEqual([[visa]])
    await goes({ kind: 'deleting', document: document_ })
    expect([words(), the(cancelButton).getAttribute('aria-disabled')]).toEqual(['visa.pngCanceling… visa.png', 'true'])
    await goes(undefined)
    await act(async () => end())
    expect(document.activeElement).toBe(input())
  })

  test('passes the focus to the question once there is nothing left to cancel', async () => {
    await draw()
    await goes({ kind: 'converting', document: document_ })
    the(cancelButton).focus()
    await store('ANSWERED')
    await goes(undefined)
    expect(document.activeElement).toBe(the('#visa'))
  })
})
