import { SaxesParser } from 'saxes'
import { expect, test } from 'vitest'
import { fromBuffer } from 'yauzl'
import { documentOfText } from './document-of-text.ts'

/** The parts of the file, as a strict reader of zip files finds them. */
async function partsOf(file: File): Promise<ReadonlyMap<string, string>> {
  const bytes = Buffer.from(await file.arrayBuffer())
  const { promise, resolve, reject } = Promise.withResolvers<ReadonlyMap<string, string>>()
  const parts = new Map<string, string>()
  fromBuffer(bytes, { lazyEntries: true, strictFileNames: true }, (error, zip) => {
    if (error) return reject(error)
    zip.on('error', reject)
    zip.on('end', () => resolve(parts))
    zip.on('entry', (entry) =>
      zip.openReadStream(entry, async (failed, stream) => {
        if (failed) return reject(failed)
        const chunks: Buffer[] = []
        for await (const chunk of stream) chunks.push(chunk)
        parts.set(entry.fileName, Buffer.concat(chunks).toString('utf8'))
        zip.readEntry()
      }),
    )
    zip.readEntry()
  })
  return promise
}

/** The text of each paragraph. The parser throws for XML that is not well-formed. */
function paragraphsIn(xml: string): readonly string[] {
  const paragraphs: string[] = []
  const parser = new SaxesParser({ xmlns: true })
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ local }) => void (local === 'p' && paragraphs.push('')))
  parser.on('text', (text) => void paragraphs.push((paragraphs.pop() ?? '') + text))
  parser.write(xml).close()
  return paragraphs
}

test.each([
  ['one line', 'My interview is in May.', ['My interview is in May.']],
  ['several lines', 'One\n\nTwo\r\nThree', ['One', '', 'Two', 'Three']],
  ['marks of XML', 'a < b && c > d "e" <w:p/>', ['a < b && c > d "e" <w:p/>']],
  ['other scripts', '我还没有签证 — ещё нет 🛂', ['我还没有签证 — ещё нет 🛂']],
  ['what XML cannot hold', 'a\u0000b\u0008c\ud800d', ['a b c\ufffdd']],
])('%s', async (_, text, paragraphs) => {
  const file = documentOfText('Visa & document', text)
  expect(file.name).toBe('Explanation.docx')
  const parts = await partsOf(file)
  expect([...parts.keys()]).toEqual(['[Content_Types].xml', '_rels/.rels', 'word/document.xml'])
  expect(paragraphsIn(parts.get('word/document.xml') ?? '')).toEqual(['Visa & document', ...paragraphs])
})
