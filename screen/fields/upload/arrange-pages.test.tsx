// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { upload } from '../../../engine/index.ts'
import { preloadLazyCode } from '../../parts/index.ts'
import { drawItems, the, told, wordsOf } from '../drawn-for-test.tsx'
import type { DocumentActions, DraftPage, Upload } from '../store/document-actions.ts'

const visa = upload('visa', 'Visa', { required: true })
const document_ = { file_name: 'front.pdf', file_size: 84_000 }
const file = new File(['x'], 'more.png')

let drawn: Awaited<ReturnType<typeof drawItems>>
let going: Upload | undefined
let listeners: (() => void)[]
const attach = vi.fn<DocumentActions['attach']>(async () => {})
const send = vi.fn<DocumentActions['send']>(async () => {})
/** As the application does. */
const arrange = vi.fn<DocumentActions['arrange']>((_, pages) => {
  going = pages.length > 0 ? { kind: 'arranging', document: document_, pages } : undefined
  for (const listener of listeners) listener()
})

beforeAll(async () => {
  await preloadLazyCode()
})
beforeEach(() => {
  listeners = []
  vi.clearAllMocks()
})
afterEach(() => drawn.remove())

const announced = async () => {
  await told()
  return wordsOf([...document.querySelectorAll('#visa [aria-live=polite]')].at(-1) ?? document.body)
}
const error = () => document.querySelector('#visa-error')?.textContent ?? ''
const input = () => document.querySelector<HTMLInputElement>('input[type=file]')
const pageOf = (id: number, name: string, more: Partial<DraftPage> = {}): DraftPage => ({
  id,
  file: new File(['x'], name),
  turn: 0,
  ofPdf: undefined,
  preview: document.createElement('canvas'),
  size: [100, 200],
  ...more,
})
const three = [
  pageOf(1, 'front.jpg'),
  pageOf(2, 'back.jpg'),
  pageOf(3, 'scores.pdf', { preview: undefined, ofPdf: { number: 2, count: 4 }, turn: 90 }),
]
const rows = () => [...document.querySelectorAll('#visa ol > li')].map((row) => wordsOf(row))
const names = () => [...document.querySelectorAll('#visa ol p + p')].map((each) => wordsOf(each))
const news = () => wordsOf(the('#visa [class*=tray] [aria-live=polite]'))
const button = (name: string) => {
  const found = [...document.querySelectorAll<HTMLElement>('#visa button')].find((each) => wordsOf(each) === name)
  if (!found) throw new Error(`There is no button ${name}.`)
  return found
}
const focusedButton = () => wordsOf(document.activeElement ?? document.body)
const pressed = (name: string) => act(async () => button(name).click())
const drawThree = async (message?: string) => {
  const documents: Partial<DocumentActions> = {
    uploadOf: (key) => (key === 'visa' ? going : undefined),
    subscribe(listener) {
      listeners.push(listener)
      return () => {}
    },
    attach,
    arrange,
    send,
  }
  going = undefined
  drawn = await drawItems([visa], { documents })
  await act(async () => {
    going = { kind: 'arranging', document: document_, pages: three, ...(message && { message }) }
    for (const listener of listeners) listener()
  })
}

test('are listed, and each button names its page', async () => {
  await drawThree()
  expect(rows()).toEqual([
    'Page 1front.jpgTurn page 1, front.jpgMove down page 1, front.jpgRemove page 1, front.jpg',
    'Page 2back.jpgTurn page 2, back.jpgMove up page 2, back.jpgMove down page 2, back.jpgRemove page 2, back.jpg',
    'Page 3scores.pdf, page 2 of 4 · turned by 90°Turn page 3, scores.pdfMove up page 3, scores.pdfRemove page 3, scores.pdf',
  ])
  expect(await announced()).toBe('Your pages are listed. Check their order, and then attach them.')
  expect(document.querySelectorAll('#visa canvas')).toHaveLength(2)
})

test('are moved, and the focus moves with them', async () => {
  await drawThree()
  await pressed('Move up page 2, back.jpg')
  expect([names()[0], news()]).toEqual(['back.jpg', 'Page 2 is now page 1.'])
  expect(focusedButton()).toBe('Move down page 1, back.jpg') // it cannot move up any more
  await pressed('Move down page 1, back.jpg')
  expect([names(), focusedButton()]).toEqual([
    ['front.jpg', 'back.jpg', 'scores.pdf, page 2 of 4 · turned by 90°'],
    'Move down page 2, back.jpg',
  ])
})

test('are turned by quarters, all the way around', async () => {
  await drawThree()
  const turns: unknown[] = []
  for (let times = 0; times < 4; times += 1) {
    await pressed('Turn page 1, front.jpg')
    turns.push(going?.pages?.[0]?.turn)
  }
  expect([turns, news(), focusedButton()]).toEqual([
    [90, 180, 270, 0],
    'Page 1 is turned to the right.',
    'Turn page 1, front.jpg',
  ])
})

test('are removed, and after the last one a file can be chosen', async () => {
  await drawThree()
  await pressed('Remove page 2, back.jpg')
  expect([news(), focusedButton()]).toEqual(['Page 2 is removed. 2 pages left.', 'Remove page 2, scores.pdf'])
  await pressed('Remove page 2, scores.pdf')
  expect(focusedButton()).toBe('Remove page 1, front.jpg')
  await pressed('Remove page 1, front.jpg')
  expect([going, document.activeElement]).toEqual([undefined, input()])
})

test('are attached together, and more can be added before', async () => {
  await drawThree()
  expect(input()?.closest('label')?.textContent).toBe('Add another page for Visa')
  await act(async () => {
    const box = input()
    Object.defineProperty(box, 'files', { value: [file], configurable: true })
    box?.dispatchEvent(new Event('change', { bubbles: true }))
  })
  expect(attach.mock.calls).toEqual([[visa, file]])
  await pressed('Attach 3 pages')
  expect(send.mock.calls).toEqual([[visa]])
})

test('are removed all together only after a question', async () => {
  await drawThree()
  await pressed('Remove all')
  expect(arrange).not.toHaveBeenCalled()
  await act(async () => {
    const buttons = [...document.querySelectorAll<HTMLElement>('[role=dialog][data-state=open] button')]
    buttons.find((each) => wordsOf(each) === 'Remove')?.click()
  })
  expect([arrange.mock.calls, document.activeElement]).toEqual([[[visa, []]], input()])
})

test('say why a file is not among them', async () => {
  await drawThree('letter.docx was not added.')
  expect([error(), await announced()]).toEqual([
    'letter.docx was not added.',
    'letter.docx was not added. Your pages are listed. Check their order, and then attach them.',
  ])
})
