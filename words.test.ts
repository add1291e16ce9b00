import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** A word that meant several things, or that only its authors knew, where it may not come back, and what to write. */
type Retired = { readonly word: RegExp; readonly in: RegExp; readonly use: string }

const code = /^(api|bench|engine|form|journeys|script|screen|server)\/.*\.tsx?$/
const retired: readonly Retired[] = [
  {
    word: /\b([a-z]+Copy|Copy(?! of)|copies(?! (the|nothing|a)))\b/,
    in: /^(engine|form|screen\/fields)\/.*\.tsx?$/,
    use: 'entry',
  },
  {
    word: /\b(Copies|copyOf|makeCopy|[a-z]+Copy)\b/,
    in: /^server\/features\/application-pdf\/.*\.ts$/,
    use: 'application PDF',
  },
  { word: /\bMailCopy\b/, in: code, use: 'MailTemplates' },
  { word: /(?<!')\b([Ss]hel(f|ves)|[a-z]+Shel(f|ves))\b/, in: code, use: 'storage' },
  { word: /\b(journal|keepJournal)\b/, in: code, use: 'draft autosave' },
  { word: /\b(undecided|keepUndecided)\b(?! \$)/, in: /^screen\/.*\.tsx?$/, use: 'conflicts' },
  {
    word: /\b(brought|sortBrought|carried|Carried|useCarr(y|ied))\b/,
    in: /^screen\/.*\.tsx?$/,
    use: 'passed answers, navigation state',
  },
  { word: /\b(marker|forgetMarker|markerCookieName)\b/, in: code, use: 'identity cookie' },
  { word: /(?<!\.)\b(era|startEra|tidyHistory)\b/, in: code, use: 'generation, history scrubber' },
  { word: /\bkeepInStep\b/, in: code, use: 'createTabSync' },
  { word: /\b[Ss]tepping\b/, in: code, use: 'page navigation' },
  { word: /\bCardDesk\b/, in: code, use: 'AuthLayout, deps' },
  { word: /\b(Watchful|watchIdleness|windServer)\b/, in: code, use: 'idle monitor, keepSessionAlive' },
  { word: /\b(Surroundings|[A-Z][a-z]+Tools|Needed)\b/, in: code, use: 'deps' },
  { word: /\b[Pp]assage\b/, in: /^engine\/.*\.ts$/, use: 'context' },
  { word: /\b(awakeTooLate|isOnItsWay|isToldSo)\b/, in: code, use: 'a name for the state' },
  {
    word: /\b(OnDemand|useOnceLoaded|fetch(Part|LazyParts|LazyBlocks|FloatingParts)|later(?=\(async))\b/,
    in: /^screen\/.*\.tsx?$/,
    use: 'lazyPart, lazyCode',
  },
  { word: /\b(faultsIn|wrongWith)\b/, in: code, use: 'definitionErrors, answerProblem' },
  { word: /\b(readFigures|defaultFigures|[a-z]+Figures)\b/, in: code, use: 'limits, measurements' },
  { word: /\bTold</, in: code, use: 'Payload' },
  {
    word: /\b(answersOfOneThing|verdictOn|verdictOnBlock|hasMoved|LastWriting|WritingOrder|StoredWriting|isBegun)\b/,
    in: code,
    use: 'keysAnsweredTogether, decision, write, hasAnswer',
  },
  { word: /\b(StartFault|isStartFault|startFault)\b/, in: code, use: 'startupError' },
  { word: /\b(Askers?|askerOf|openAskers|giveBack)\b/, in: code, use: 'client, refund' },
  {
    word: /\b(calmly|tellOutages|inHand|isSaid|isSparable|isTold|toldAt|BEGUN|hasBegun|howItEnded|sayAlive|lostIn)\b/,
    in: /^server\/.*\.ts$/,
    use: 'a name for the state',
  },
  {
    word: /\b(const|let|readonly|function) (anew|astray|told|said|begun|heard)\b/,
    in: /^(api|bench|engine|form|script|server)\/.*\.ts$/,
    use: 'a name for the value',
  },
  { word: /\b(House|houseOf)\b/, in: /^script\/.*\.ts$/, use: 'modules' },
  {
    word: /\bopen(KeyRing|Limits|Jobs|Database|Converter|Office|Storage|Accounts|Mail|Lookups|Auth|Sessions)\b/,
    in: code,
    use: 'create…',
  },
]

type File = { readonly path: string; readonly text: string }

const retiredIn = (files: readonly File[]): readonly string[] =>
  files.flatMap(({ path, text }) =>
    retired.flatMap(({ word, in: scope, use }) => {
      const found = scope.test(path) ? word.exec(text) : null
      return found ? [`${path}:${text.slice(0, found.index).split('\n').length} says "${found[0]}": ${use}`] : []
    }),
  )

test('no retired word is used', () => {
  const paths = execFileSync('git', ['ls-files'], { cwd: import.meta.dirname, encoding: 'utf8' }).split('\n')
  const files = paths
    .filter((path) => code.test(path))
    .map((path) => ({ path, text: readFileSync(join(import.meta.dirname, path), 'utf8') }))
  expect(files.length).toBeGreaterThan(500)
  expect(retiredIn(files)).toEqual([])
})

test.each([
  ['engine/walk.ts', 'export const isEmpty = (copy: Copy) => true', '"Copy": entry'],
  ['screen/app/root.tsx', '/** Reads the shelf. */', '"shelf": storage'],
  ['server/features/accounts/log-in.ts', 'new CardDesk()', '"CardDesk": AuthLayout, deps'],
])('in %s, %s is found', (path, text, found) => {
  expect(retiredIn([{ path, text }])).toEqual([`${path}:1 says ${found}`])
})

test.each([
  ['server/platform/storage/folder-storage.ts', "const copied = await copyFile(from, 'copy')"],
  ['form/education/documents.ts', "upload('stopintl_copy', 'A copy of your visa')"],
])('in %s, a name that we do not choose is allowed', (path, text) => {
  expect(retiredIn([{ path, text }])).toEqual([])
})
