import { SaxesParser } from 'saxes'

/** An element of a document: its namespace and name, its text, and the elements in it. */
export type XmlElement = {
  readonly uri: string
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly text: string
  readonly elements: readonly XmlElement[]
}

/** Reads a document with another library than the one that wrote it. Throws if it is not well-formed. */
export function readXml(text: string): XmlElement {
  const root = { elements: [] as Open[] }
  const path: { elements: Open[]; text?: string }[] = [root]
  const parser = new SaxesParser({ xmlns: true })
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ uri, local, attributes }) => {
    const values = Object.values(attributes).map(({ name, value }) => [name, value] as const)
    const element = { uri, name: local, attributes: Object.fromEntries(values), text: '', elements: [] }
    path.at(-1)?.elements.push(element)
    path.push(element)
  })
  parser.on('text', (more) => {
    const element = path.at(-1)
    if (element?.text !== undefined) element.text += more
  })
  parser.on('closetag', () => path.pop())
  parser.write(text).close()
  const [element] = root.elements
  if (!element) throw new Error('The document has no element.')
  return element
}

type Open = { uri: string; name: string; attributes: Record<string, string>; text: string; elements: Open[] }

/** The texts of the elements at a path of names, in the order of the document. */
export const textsAt = (element: XmlElement, ...[name, ...rest]: readonly string[]): readonly string[] =>
  name === undefined
    ? [element.text]
    : element.elements.filter((each) => each.name === name).flatMap((each) => textsAt(each, ...rest))
