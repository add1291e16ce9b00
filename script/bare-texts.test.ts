import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { bareTextsIn } from './bare-texts.ts'

const isScreen = (path: string) => path.endsWith('.tsx') && !/\.test\.|-for-test\./.test(path)

test('every text is alone in an element, so that a page stays alive and right when the browser translates it', () => {
  const paths = globSync('screen/**/*.tsx').filter(isScreen)
  const sources = paths.map((path) => ({ path, text: readFileSync(path, 'utf8') }))
  expect(sources.length).toBeGreaterThan(80)
  expect(bareTextsIn(sources)).toEqual([])
})

const drawn = (jsx: string) => ({ path: 'x.tsx', text: `function X() {\n  return (${jsx})\n}` })

describe('a planted text is found', () => {
  test.each([
    ['words in a fragment', '<>Saved</>'],
    ['a value in a fragment', '<>{label}</>'],
    ['words beside an element', '<p>Call <a href="tel:1">{phone}</a></p>'],
    ['words in braces beside an element', '<p><i />{"Saved"}</p>'],
    ['words beside a component', '<p>Saved <Late /></p>'],
    ['words beside an element on a condition', '<p>Saved{isLate && <b>late</b>}</p>'],
    ['words beside a list', '<p>Pages: {pages.map((page) => <b>{page}</b>)}</p>'],
    ['words in a component beside an element', '<Button>Edit<VisuallyHidden>{title}</VisuallyHidden></Button>'],
    ['a value beside an element', '<p><i />{label}</p>'],
    ['a value beside words', '<p>Page {number}</p>'],
    ['a property beside an element', '<p>{page.number}<br /></p>'],
    ['a call beside an element', '<p><i />{formatTime(at)}</p>'],
    ['a sum beside an element', '<p>{at + 1}<br /></p>'],
    ['a template beside an element', `<p>{\`Page \${number}\`}<br /></p>`],
    ['words on a condition beside an element', '<p><i />{isSaved && "Saved"}</p>'],
    ['one of two words beside an element', '<p><i />{isSaved ? "Saved" : "Not saved yet"}</p>'],
    ['words or an element', '<p><i />{isSaved ? "Saved" : <b>Not saved yet</b>}</p>'],
    ['a value or an element', '<p><i />{name ?? <b>Nobody</b>}</p>'],
    ['a list of words beside an element', '<p><i />{pages.map((page) => page.title)}</p>'],
  ])('%s', (_, jsx) => {
    expect(bareTextsIn([drawn(jsx)])).toEqual(['x.tsx:2'])
  })

  test('that a component puts beside something', () => {
    const wide = { path: 'wide.tsx', text: 'function Wide({ children }) {\n  return <p><i />{children}</p>\n}' }
    expect(bareTextsIn([drawn('<Wide>Saved</Wide>'), wide])).toEqual(['x.tsx:2'])
    expect(bareTextsIn([drawn('<Wide>{label}</Wide>'), wide])).toEqual(['x.tsx:2'])
    expect(bareTextsIn([drawn('<Wide><p>Saved</p></Wide>'), wide])).toEqual([])
  })

  test('that a component returns', () => {
    const returned = (value: string) => bareTextsIn([{ path: 'x.tsx', text: `function X() {\n  return ${value}\n}` }])
    expect(returned("'Saved'")).toEqual(['x.tsx:2'])
    expect(returned('row.text')).toEqual(['x.tsx:2'])
    expect(returned("isSaved ? 'Saved' : null")).toEqual(['x.tsx:2'])
    expect(returned('null')).toEqual([])
    expect(bareTextsIn([{ path: 'x.tsx', text: "const X = memo(function X() {\n  return 'Saved'\n})" }])).toEqual([
      'x.tsx:2',
    ])
    expect(bareTextsIn([{ path: 'x.tsx', text: "function nameOf() {\n  return 'Saved'\n}" }])).toEqual([])
  })
})

describe('nothing is found where', () => {
  test.each([
    ['a text is alone', '<p>{isSaved ? "Saved" : "Not saved yet"}</p>'],
    ['a text is alone in a component that draws it alone', '<Link to="/">{label}</Link>'],
    ['every text has an element', '<p><span>Call</span> <a href="tel:1">{phone}</a>{\' \'}<span>{place}</span></p>'],
    [
      'only elements come and go',
      '<div>{isLate && <b />}{children}{drawRows()}{rows.map((row) => <Row key={row} />)}</div>',
    ],
    ['there is a comment', '<p>{/* why */}{label}</p>'],
  ])('%s', (_, jsx) => {
    expect(bareTextsIn([drawn(jsx)])).toEqual([])
  })
})
