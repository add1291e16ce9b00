import { expect, test } from 'vitest'
import { acceptChanges } from './accept-changes.ts'

const run = (text: string) => `<w:r><w:t>${text}</w:t></w:r>`
const del = (text: string) => `<w:del w:id="1"><w:r><w:rPr><w:b/></w:rPr><w:delText>${text}</w:delText></w:r></w:del>`
const ins = (content: string) => `<w:ins w:id="2" w:author="x &gt; y">${content}</w:ins>`
const DELETED_END = '<w:pPr><w:jc w:val="left"/><w:rPr><w:del w:id="3"/></w:rPr></w:pPr>'
const KEPT_END = '<w:pPr><w:jc w:val="left"/><w:rPr></w:rPr></w:pPr>'
const p = (content: string, properties = '') => `<w:p>${properties}${content}</w:p>`
const body = (content: string) => `<w:document><w:body>${content}<w:sectPr/></w:body></w:document>`
const cell = (content: string, properties = '') => `<w:tc>${properties}${p(content)}</w:tc>`
const row = (content: string, properties = '') => `<w:tr>${properties}${content}</w:tr>`

test.each<[string, before: string, after: string]>([
  ['deleted text', p(run('a') + del('gone') + run('b')), p(run('a') + run('b'))],
  ['inserted text', p(run('a') + ins(run('new'))), p(run('a') + run('new'))],
  ['text inserted and deleted again', p(ins(run('a') + del('gone'))), p(run('a'))],
  [
    'moved text',
    p(`<w:moveFrom>${run('m')}</w:moveFrom>${run('a')}<w:moveTo>${run('m')}</w:moveTo>`),
    p(run('a') + run('m')),
  ],
  ['a deleted element without content', p(`${run('a')}<w:del/><w:ins/>`), p(run('a'))],
  [
    'a changed look',
    p('<w:r><w:rPr><w:b/><w:rPrChange><w:rPr><w:i/></w:rPr></w:rPrChange></w:rPr><w:t>a</w:t></w:r>'),
    p('<w:r><w:rPr><w:b/></w:rPr><w:t>a</w:t></w:r>'),
  ],
  [
    'an inserted paragraph',
    p(ins(run('a')), '<w:pPr><w:rPr><w:ins/></w:rPr></w:pPr>') + p(run('b')),
    p(run('a'), '<w:pPr><w:rPr></w:rPr></w:pPr>') + p(run('b')),
  ],
  ['a deleted paragraph', p(del('gone'), DELETED_END) + p(run('b')), p(run('b'))],
  ['two deleted paragraphs', p(del('x'), DELETED_END) + p(del('y'), DELETED_END) + p(run('b')), p(run('b'))],
  [
    'a deleted end',
    p(run('a'), DELETED_END) + p(run('b'), '<w:pPr><w:ind/></w:pPr>'),
    p(run('a') + run('b'), KEPT_END),
  ],
  [
    'a deleted end before a paragraph without properties',
    p(run('a'), DELETED_END) + p(run('b')),
    p(run('a') + run('b'), KEPT_END),
  ],
  [
    'two deleted ends',
    p(run('a'), DELETED_END) + p(run('b'), DELETED_END) + p(run('c')),
    p(run('a') + run('b') + run('c'), KEPT_END),
  ],
  [
    'a deleted end before a table',
    `${p(run('a'), DELETED_END)}<w:tbl>${row(cell(run('t')))}</w:tbl>`,
    `${p(run('a'), KEPT_END)}<w:tbl>${row(cell(run('t')))}</w:tbl>`,
  ],
  [
    'a deleted row',
    `<w:tbl>${row(cell(del('x')), '<w:trPr><w:del/></w:trPr>')}${row(cell(run('b')))}</w:tbl>`,
    `<w:tbl>${row(cell(run('b')))}</w:tbl>`,
  ],
  [
    'an inserted row',
    `<w:tbl>${row(cell(ins(run('x'))), '<w:trPr><w:ins/></w:trPr>')}</w:tbl>`,
    `<w:tbl>${row(cell(run('x')), '<w:trPr></w:trPr>')}</w:tbl>`,
  ],
  [
    'a table whose rows were all deleted',
    `<w:tbl>${row(cell(del('x')), '<w:trPr><w:del/></w:trPr>')}</w:tbl>${p(run('b'))}`,
    p(run('b')),
  ],
  [
    'a deleted cell',
    `<w:tbl>${row(cell(del('x'), '<w:tcPr><w:cellDel/></w:tcPr>') + cell(run('b')))}</w:tbl>`,
    `<w:tbl>${row(cell(run('b')))}</w:tbl>`,
  ],
  [
    'a deleted paragraph that ends a section',
    p(del('x'), '<w:pPr><w:rPr><w:del/></w:rPr><w:sectPr/></w:pPr>') + p(run('b')),
    p('', '<w:pPr><w:rPr></w:rPr><w:sectPr/></w:pPr>') + p(run('b')),
  ],
  [
    'a deleted end after a text box',
    p(`<w:r><w:drawing>${p(run('in'))}</w:drawing></w:r>`, DELETED_END) + p(run('b')),
    p(`<w:r><w:drawing>${p(run('in'))}</w:drawing></w:r>${run('b')}`, KEPT_END),
  ],
])('%s', (_, before, after) => {
  expect(acceptChanges(body(before))).toBe(body(after))
})

test('a part without changes stays letter by letter, and one with changes too outside of them', () => {
  const untracked = body(p(run('Delphi &amp; <![CDATA[w:del]]> 漢字 😀')))
  expect(acceptChanges(untracked)).toBe(untracked)
  const around = `\r\n<!-- <w:ins> --><?note x?>${p('<w:r><w:t xml:space="preserve"> a😀&#x41; </w:t></w:r>')}`
  expect(acceptChanges(body(around + p(del('gone'))))).toBe(body(around + p('')))
})
test('what is not XML throws', () => {
  expect(() => acceptChanges('<w:p><w:del></w:p>')).toThrow()
})
test('deep nesting ends', () => {
  const deep = 20_000
  const nested = '<w:ins>'.repeat(deep) + run('deep') + '</w:ins>'.repeat(deep)
  expect(acceptChanges(nested)).toBe(run('deep'))
})
