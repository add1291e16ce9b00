// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import type { PrintedRow, PrintedTable } from '../../../engine/index.ts'
import { PrintedRows } from './printed-rows.tsx'

Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)

const answered = (text: string, ...more: readonly string[]) => ({ text, answered: true, more })
const table: PrintedTable = {
  kind: 'table',
  caption: 'Colleges attended',
  columns: [
    { label: 'College', numeric: false },
    { label: 'Credits', numeric: true },
  ],
  rows: [
    {
      title: 'College 1',
      cells: [answered('Skyview', 'Code 27', 'Vik'), { text: 'Not answered', answered: false, more: [] }],
      below: [
        {
          kind: 'document',
          label: 'Transcript',
          text: 'Attached',
          answered: true,
          file: { name: 'a.pdf', size: '1 KB' },
        },
      ],
    },
    { title: 'College 2', cells: [answered('Vik'), answered('9')], below: [] },
  ],
}

async function drawn(row: PrintedRow): Promise<HTMLElement> {
  const host = document.body.appendChild(document.createElement('div'))
  await act(async () => createRoot(host).render(<PrintedRows rows={[row]} from="h3" />))
  return host
}
const textsOf = (host: Element, selector: string) =>
  [...host.querySelectorAll(selector)].map(({ textContent }) => textContent?.replace(/\s+/g, ' ').trim())

test('a table has a caption, column and row headers, and an answer in every cell', async () => {
  const host = await drawn(table)
  expect(textsOf(host, 'caption')).toEqual(['Colleges attended'])
  expect(textsOf(host, 'thead th[scope="col"]')).toEqual(['College', 'Credits'])
  expect(textsOf(host, 'tbody th[scope="rowgroup"]')).toEqual(['College 1 Skyview Code 27 Vik', 'College 2 Vik'])
  expect(textsOf(host, 'td')).toEqual(['Not answered', 'Transcript Attached a.pdf, 1 KB', '9'])
})

test('each answer has its question, for the stacked layout', async () => {
  const labels = [...(await drawn(table)).querySelectorAll('tbody [data-label]')].map((each) =>
    each.getAttribute('data-label'),
  )
  expect(labels).toEqual(['College', 'Credits', 'College', 'Credits'])
})

test('the questions left out are one line with their number', async () => {
  const text = '6 optional questions not answered'
  expect((await drawn({ kind: 'omitted', count: 6, text })).textContent).toBe(text)
})

test('a row without a name has only cells', async () => {
  const host = await drawn({ ...table, rows: [{ title: null, cells: [answered('Vik'), answered('9')], below: [] }] })
  expect(host.querySelector('tbody th')).toBeNull()
  expect(textsOf(host, 'td')).toEqual(['Vik', '9'])
})
