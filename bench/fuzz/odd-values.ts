import fc from 'fast-check'
import { dataModel } from '../../form/index.ts'

/** Values that programs like to mishandle. None contains a path of the machine, which a reply could repeat. */
const oddValues: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  1.5,
  1e21,
  1e308,
  Number.MAX_SAFE_INTEGER + 2,
  2 ** 31,
  -(2 ** 63),
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\udfff',
  '\ud83d',
  '\ufeff',
  '\u202e',
  '\u2028',
  '\ufffe',
  'e\u0301'.repeat(500),
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'undefined',
  'null',
  'NaN',
  '[object Object]',
  "' or 1=1; --",
  '$1',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '=1+1',
  '%s%n',
  '../../../../etc/hosts',
  '%00',
  'x'.repeat(1_001),
  'x'.repeat(70_000),
  '👩‍👩‍👧'.repeat(2_000),
  '2023-02-29',
  '0000-00-00',
  '99999999999999999999',
  [],
  {},
  [[]],
  [null],
  { length: -1 },
  { toString: 1 },
  { toJSON: 'x' },
]

/** An array or object inside another, this many times. */
const deep = (levels: number, isObject: boolean) => {
  let value: unknown = 1
  for (let level = 0; level < levels; level += 1) value = isObject ? { a: value } : [value]
  return value
}

export const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...oddValues) },
  { weight: 2, arbitrary: fc.jsonValue() },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 300 }) },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.constantFrom(3, 100, 2_000), fc.boolean()).map(([levels, is]) => deep(levels, is)),
  },
)

const meaningful = [
  '/about',
  'colleges',
  'started',
  'submitted',
  'stopintl_copy',
  'college_transcript',
  'Y',
  'N',
  'true',
  'registrar',
]

/** Stands for a text that an earlier reply held, such as a token or a file key; `recall` puts it in. */
const recalled = (place: number) => `recalled-text-${place}`

/** The same for one that is an id. */
export const recalledId: fc.Arbitrary<string> = fc.nat(9).map((place) => `recalled-id-${place}`)

/** A text as a client could mean it: a known word, a key of the form, or what an earlier reply held. */
export const likelyText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...meaningful),
  fc.constantFrom(...dataModel),
  fc.nat(9).map(recalled),
  fc.string({ maxLength: 30 }),
  fc.constantFrom(
    'fuzz-0-1@mail.example',
    'nobody@mail.example',
    'Larch-and-snow 2027',
    '123456',
    '59715',
    '2004-02-29',
  ),
)

/** Puts the newest texts of earlier replies in the places that stand for them. */
export function recall(text: string, newest: readonly string[]): string {
  const ids = newest.filter((each) => /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(each))
  return text.replace(
    /recalled-(text|id)-(\d)/g,
    (_, kind, place) => (kind === 'id' ? ids : newest)[Number(place)] ?? 'nothing',
  )
}
