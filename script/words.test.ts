import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ESTree, parseSync } from 'vite'
import { afterAll, describe, expect, test } from 'vitest'
import institution from '../institution.json' with { type: 'json' }
import { LANGUAGES, languagesThere, placesIn, readPo } from '../server/index.ts'
import { ownSentences, TEMPLATE, templateText } from './own-sentences.ts'
import { filesThatSpeak, sayingsIn, sentencesOfCall } from './sentences.ts'
import { idOf, poFiles, writePo } from './words.ts'

const root = join(import.meta.dirname, '..')
const sources = filesThatSpeak.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))

const files = languagesThere().flatMap((language) => Object.keys(poFiles).map((name) => [language, name] as const))

describe.each(files)('%s/%s', (language, name) => {
  const entries = readPo(join(LANGUAGES, language, name))
  const sentences = poFiles[name]?.() ?? []

  test('has each sentence that is said, and no other (npm run -s words writes the file anew)', () => {
    expect(sentences.length).toBeGreaterThan(300)
    expect(entries.map(idOf).toSorted()).toEqual(sentences.map(idOf).toSorted())
  })

  // One that nobody is offered may be begun and not finished. What it lacks is English.
  test.runIf(institution.private.languages.includes(language))('translates each sentence', () => {
    expect(entries.filter(({ translations, isGuessed }) => isGuessed || translations.includes('')).map(idOf)).toEqual(
      [],
    )
  })

  test('keeps each value and tag', () => {
    const wrong = entries.filter(({ text, plural = text, translations }) =>
      translations.some((each, form) => {
        if (each === '') return false
        const [own, english] = [placesIn(each), placesIn(form === 0 ? text : plural)]
        // What is counted as one may leave out the number, or say it.
        const counts = (places: readonly string[]) => places.filter((place) => place !== '{count}' || form > 0)
        return counts(own).join() !== counts(english).join()
      }),
    )
    expect(wrong.map(idOf)).toEqual([])
  })
})

describe('what an office may word itself', () => {
  test('is written down (npm run -s words writes it anew)', () => {
    expect(readFileSync(TEMPLATE, 'utf8')).toBe(templateText())
  })

  const sentences = ownSentences()
  const placeOf = (text: string) => sentences.find((each) => each.text === text)?.place
  test.each([
    [
      'a mail',
      'Enter this code to confirm your account for the {institution} {application}:',
      'Mail: Confirm an account',
    ],
    ['a step before the form', 'Before you start: about 30 minutes', 'Before you start'],
    ['the page after submitting', 'What happens next', 'Page after submitting'],
    ['an error', 'Please log in.', undefined],
    ['what the form says itself', 'Social Security number', undefined],
    ['who can read an application', 'We set no cookies for ads or statistics.', undefined],
  ])('%s', (_, text, place) => expect(placeOf(text)).toBe(place))

  test('nothing of it is what the program does with answers, or what only staff read', () => {
    const places = sentences.flatMap((each) => each.places)
    expect(places.length).toBeGreaterThan(700)
    expect(places.filter((path) => /screen\/office|who-reads|your-data|check-pdf|erasure/.test(path))).toEqual([])
  })
})

describe('the files of a language', () => {
  const folder = mkdtempSync(join(tmpdir(), 'words-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const fileOf = (language: string) => join(folder, language, 'applicants.po')

  test.each([
    ['fr', 'nplurals=2; plural=(n > 1);', 2],
    ['vi', 'nplurals=1; plural=0;', 1],
    ['pl', 'nplurals=3;', 3],
  ])('%s begins with every sentence, and its own number of forms', (language, forms, count) => {
    writePo(language, folder)
    const text = readFileSync(fileOf(language), 'utf8')
    expect(text).toContain(`"Language: ${language}\\n"`)
    expect(text).toContain(`"Plural-Forms: ${forms}\\n"`)
    const entries = readPo(fileOf(language))
    expect(entries.map(idOf)).toEqual(poFiles['applicants.po']?.().map(idOf))
    expect(entries.find(({ plural }) => plural)?.translations).toEqual(Array(count).fill(''))
    expect(entries.flatMap(({ translations }) => translations).join('')).toBe('')
  })

  test('keep what translators wrote', () => {
    writePo('fr', folder)
    const done = '# Comme un bouton.\n#, fuzzy\nmsgid "Saved"\nmsgstr "Enregistré"\n\nmsgid "Gone"\nmsgstr "Parti"\n'
    writeFileSync(fileOf('fr'), readFileSync(fileOf('fr'), 'utf8').replace(/(#.*\n)+msgid "Saved"\nmsgstr ""\n/, done))
    writePo('fr', folder)
    const text = readFileSync(fileOf('fr'), 'utf8')
    expect(text).toMatch(/# Comme un bouton\.\n(#: .*\n)+#, fuzzy\nmsgid "Saved"\nmsgstr "Enregistré"\n/)
    expect(text).not.toContain('Gone')
  })
})

/**
 * Texts in JSX that are not said: between tags, in attributes with several words, and what an expression there draws: words
 * around a value, or several words.
 */
function unsaidIn({ path, text }: (typeof sources)[number]): readonly string[] {
  const found: string[] = []
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) for (const each of node) visit(each)
    if (!isNode(node)) return
    if (node.type === 'JSXText' && /\p{L}/u.test(node.value)) found.push(node.value.trim())
    if (node.type === 'JSXAttribute') {
      if (/^(as|className|d|viewBox|points|autoComplete|accept|key)$/.test(text.slice(node.name.start, node.name.end)))
        return
      if (node.value?.type === 'Literal' && /\p{L} \p{L}/u.test(String(node.value.value)))
        found.push(String(node.value.value))
    }
    if (node.type === 'JSXExpressionContainer')
      found.push(
        ...drawnBy(node.expression)
          .filter(isPieced)
          .map((each) => text.slice(each.start, each.end)),
      )
    for (const value of Object.values(node)) if (typeof value === 'object') visit(value)
  }
  visit(parseSync(path, text).program)
  return found.map((each) => `${path}: ${each}`)
}

/** What an expression comes to. */
function drawnBy(node: ESTree.Node): readonly ESTree.Node[] {
  if (node.type === 'ConditionalExpression') return [node.consequent, node.alternate].flatMap(drawnBy)
  if (node.type === 'LogicalExpression') return [node.left, node.right].flatMap(drawnBy)
  return [node]
}

/** Whether it is a text with words beside a value, or of several words. */
function isPieced(node: ESTree.Node): boolean {
  if (node.type === 'Literal') return typeof node.value === 'string' && /\p{L} \p{L}/u.test(node.value)
  if (node.type !== 'TemplateLiteral') return false
  return node.quasis.some(({ value }) => /\p{L}{2} | \p{L}{2}/u.test(value.cooked ?? ''))
}

const isNode = (value: unknown): value is ESTree.Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

test('every text between tags or in an attribute is said', () => {
  expect(sources.flatMap(unsaidIn)).toEqual([])
  const planted = { path: 'x.tsx', text: '<p title="Two words"><b>Save</b>{say("Saved")}</p>' }
  expect(unsaidIn(planted)).toEqual(['x.tsx: Two words', 'x.tsx: Save'])
  const value = ['$', '{file}'].join('')
  const pieced = `<p id={\`${value}-b\`} title={\`Delete ${value}\`}>{a ? \`${value} there\` : b || "Not here"}</p>`
  expect(unsaidIn({ path: 'x.tsx', text: pieced })).toEqual([
    `x.tsx: \`Delete ${value}\``,
    `x.tsx: \`${value} there\``,
    'x.tsx: "Not here"',
  ])
})

/**
 * Texts of an applicant's screen that are not said, wherever they stand: a label may come to a page through a variable, a
 * property or a list. A text begins with a capital letter; what is compared is never shown, and errors go to a log.
 */
function unsaidTextsIn({ path, text }: (typeof sources)[number]): readonly string[] {
  const found: string[] = []
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) for (const each of node) visit(each)
    if (!isNode(node) || (node.type === 'BinaryExpression' && /^[!=]==$/.test(node.operator))) return
    if (node.type === 'NewExpression' || /^(TS|Import|ExportAll)/.test(node.type)) return
    if (
      node.type === 'CallExpression' &&
      node.callee.type === 'Identifier' &&
      /^(say|sayCount|sentence|toSay)$/.test(node.callee.name)
    )
      return
    const words =
      node.type === 'Literal' ? node.value : node.type === 'TemplateLiteral' ? node.quasis[0]?.value.cooked : undefined
    if (typeof words === 'string' && /^\p{Lu}[\p{L}’']*[\p{Ll}’]/u.test(words))
      found.push(text.slice(node.start, node.end))
    for (const value of Object.values(node)) if (typeof value === 'object') visit(value)
  }
  visit(parseSync(path, text).program)
  return found.map((each) => `${path}: ${each}`)
}

const isForApplicants = ({ path }: (typeof sources)[number]) => /^screen\/(?!office\/desk\/|vite\.)/.test(path)

test('every text of an applicant’s screen is said where it is written, also one that comes through a variable', () => {
  const found = sources.filter(isForApplicants).flatMap(unsaidTextsIn)
  expect(found.filter((each) => !NO_TEXTS.some((name) => each.includes(name)))).toEqual([])
  const value = ['$', '{file}'].join('')
  const planted = [
    "const title = 'Saved'",
    "const labels = { a: 'Two words' }",
    "show(['Saved', say('Kept')])",
    `const title = \`Delete ${value}\``,
  ]
  for (const text of planted) expect(unsaidTextsIn({ path: 'x.ts', text }), text).toHaveLength(1)
  const kept = "if (key === 'Enter') throw new Error('Not here.'); const title = isNew ? say('Saved') : toSay('Kept')"
  expect(unsaidTextsIn({ path: 'x.ts', text: kept })).toEqual([])
})

/** Names that are the same in every language, those of programs, and what only a log or a developer reads. */
const NO_TEXTS = [
  ...["'Google Chrome'", "'Microsoft Edge'", "'Mozilla Firefox'"],
  ...["'CallError'", "'Content-Type'", "'Arrow'", "'Files'", "'HeifDecoder'", "'BroadcastChannel'"],
  ...["'AcroForm'", "'OCProperties'", "'ByteRange'"], // of a PDF file
  'after-submission-part.tsx: ', // the title of a page of one question, which is not drawn
  ...['definition-findings.tsx: ', 'send-error-report.ts: '],
]

/** Said one by one and put together: that is no sentence in a language with another order, or other marks between words. */
function joinedIn({ path, text }: (typeof sources)[number]): readonly string[] {
  const found: string[] = []
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) for (const each of node) visit(each)
    if (!isNode(node)) return
    const isPlus = node.type === 'BinaryExpression' && node.operator === '+' && [node.left, node.right].some(isSaid)
    if (isPlus || (node.type === 'TemplateLiteral' && isJoined(node, path)))
      found.push(text.slice(node.start, node.end))
    if (isListOfSaid(node)) found.push(text.slice(node.start, node.end))
    for (const value of Object.values(node)) if (typeof value === 'object') visit(value)
  }
  visit(parseSync(path, text).program)
  return found.map((each) => `${path}: ${each.replaceAll(/\s+/g, ' ')}`)
}

/**
 * A template with words that are said and more than space between them, and on a screen, which has labels in tables, any
 * with the marks of a sentence between two values. Two sentences may follow each other, facts stand beside each other
 * (`·`, `|`), and elements of HTML around one.
 */
function isJoined({ expressions, quasis }: ESTree.TemplateLiteral, path: string): boolean {
  const between = quasis.map(({ value: { cooked } }) => cooked ?? '')
  if (expressions.some(isSaid)) return !between.some((each) => each.includes('<')) && /[^\s·|]/.test(between.join(''))
  return path.startsWith('screen/') && between.some((each) => /^(, |: | \(|\))|(, |: | \()$/.test(each))
}

const isSaid = (node: ESTree.Node): boolean =>
  drawnBy(node).some(
    (each) =>
      each.type === 'CallExpression' && each.callee.type === 'Identifier' && /^(say|sayCount)$/.test(each.callee.name),
  )

/** Words that are said, joined with a mark that is not the same in every language. */
function isListOfSaid(node: ESTree.Node): boolean {
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return false
  const [mark] = node.arguments
  const { object, property } = node.callee
  if (property.type !== 'Identifier' || property.name !== 'join') return false
  if (mark?.type !== 'Literal' || !/[,;:]/.test(String(mark.value))) return false
  return (
    object.type === 'ArrayExpression' && object.elements.some((each) => each !== null && isSaid(each as ESTree.Node))
  )
}

test('no sentence is put together from others', () => {
  expect(sources.flatMap(joinedIn).filter((each) => !LISTS.some((list) => each.startsWith(list)))).toEqual([])
  const value = (name: string) => ['$', `{${name}}`].join('')
  const planted = [
    `\`, ${value("say('page 2')")}\``,
    "a ? say('Not saved.') + reason : b",
    `\`${value("b || say('Kept')")} (${value('c')})\``,
    "[say('Saved'), c].join(', ')",
  ]
  for (const text of planted) expect(joinedIn({ path: 'x.ts', text }), text).toHaveLength(1)
  const kept = `\`${value("say('Not saved yet.')")} ${value('why')}\`; \`<p>${value("say('Saved')")}, </p>\`; \`${value('a')}, ${value('b')}\``
  expect(joinedIn({ path: 'x.ts', text: kept })).toEqual([])
  expect(joinedIn({ path: 'screen/x.tsx', text: kept })).toHaveLength(1)
})

/** A list of data: the lines of an address, as the United States write them, and a question with its entry or school. */
const LISTS = [
  'server/running/mail/render-mail.ts: `',
  'server/running/mail/mail-message.ts: [say(question), school]',
  'api/checklist.ts: [',
  ...['footer-dialogs.tsx', 'site-footer.tsx'].map((name) => `screen/applying/site/${name}: `),
  'screen/app/definition-findings.tsx: `', // what only a developer has
  'screen/client/send-error-report.ts: `', // what only a log has
]

/** Calls whose sentence has a place that no value fills, or values without a place. */
const unfilledIn = ({ path, text }: (typeof sources)[number]): readonly string[] =>
  sayingsIn(path, text).flatMap((saying) => {
    const words = sentencesOfCall(saying)
    const values = saying.call.arguments[saying.name === 'sayCount' ? 3 : 1]
    if (values?.type !== 'ObjectExpression' || words.includes(undefined)) return [] // filled elsewhere, if at all
    const given = values.properties
    if (given.some(({ type }) => type === 'SpreadElement')) return []
    const names = given.flatMap((each) =>
      each.type === 'Property' && each.key.type === 'Identifier' ? [each.key.name] : [],
    )
    if (names.includes('count')) return [] // a pattern, filled where it is printed
    const places = new Set(words.flatMap((each = '') => each.match(/(?<=[{<])\w+(?=[}>])/g) ?? []))
    const own = new Set(['count', 'seen', ...names])
    const wrong = [...places].filter((each) => !own.has(each)).concat(names.filter((each) => !places.has(each)))
    return wrong.map((each) => `${path}: ${each} in ${words.join(' / ')}`)
  })

test('every place in a sentence has a value, and every value a place', () => {
  expect(sources.flatMap(unfilledIn)).toEqual([])
  const planted = { path: 'x.ts', text: "say('Delete {file}?', { name })" }
  expect(unfilledIn(planted)).toEqual(['x.ts: file in Delete {file}?', 'x.ts: name in Delete {file}?'])
})

test('no language is named outside of the words but that of what is stored or sent to programs', () => {
  const named = sources.filter(({ text }) => /'en-US'|"en-US"/.test(text)).map(({ path }) => path)
  expect(named.filter((path) => !KEPT.includes(path))).toEqual([])
})

/** What is checked or printed without words, and packets, which staff read. */
const KEPT = [
  'api/institution.ts',
  'server/documents/application-pdf/pdf-content.ts',
  'server/documents/packets/assemble-packet.ts',
]
