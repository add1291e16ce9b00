import type { Kysely } from 'kysely'
import { type EditionContent, type Finding, isSame, placeOf } from '../../../api/index.ts'
import type { Tables } from '../../platform/database/index.ts'
import { judgeLook, sampleShown } from '../../running/face/index.ts'
import { nameOf } from './editables.ts'
import { isSample } from './sample-left.ts'

/** What is to be said of the face of an edition. What was published already keeps nobody from publishing something else. */
export async function faceFindings(
  db: Kysely<Tables>,
  before: Pick<EditionContent, 'face'>,
  content: EditionContent,
): Promise<readonly Finding[]> {
  const { face } = content
  const { faults, sizes } = await judgeLook(db, face)
  const isOld = isSame(before.face, face)
  const small = sizes.flatMap(({ entry, width, height }) =>
    smallness[entry](width, height).map((says) => at(entry, says)),
  )
  const isOurs = isSample(content) && Object.keys(face).length === 0
  const gaps = isOurs
    ? []
    : sampleShown(face).map(({ entry, shown }) => at(entry, `people see the ${shown} of the sample`))
  return [
    ...faults.map(({ entry, fault }) => at(entry, `it ${fault}`, isOld ? 'told' : 'stopped')),
    ...(isOld ? [] : small),
    ...gaps,
  ]
}

function at(entry: string, says: string, grade: Finding['grade'] = 'told'): Finding {
  const place = placeOf('face', entry)
  return { grade, place, says: `${nameOf(place)}: ${says}.` }
}

type Judge = (width: number, height: number) => readonly string[]

const logo: Judge = (width, height) => [
  ...(height < 88 ? [`it is ${height} px high, and sharp screens show 88: it will look blurred`] : []),
  ...(width > 4 * height ? ['it is more than four times as wide as high, so it is small on phones'] : []),
]

/** What a picture loses where it is shown; see the sizes of pages in face.ts. */
const smallness: Readonly<Record<'logo' | 'logo_dark' | 'icon' | 'picture', Judge>> = {
  logo,
  logo_dark: logo,
  icon: (width, height) => [
    ...(Math.max(width, height) < 144 ? ['home screens show 144 px: it will look blurred there'] : []),
    ...(Math.max(width, height) > 1.2 * Math.min(width, height) ? ['it is no square, so it is small in tabs'] : []),
  ],
  picture: (width) =>
    width < 1200 ? [`it is ${width} px wide, and large screens show more: it will look blurred`] : [],
}
