import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { admissions } from '../../../form/index.ts'

const root = join(import.meta.dirname, '../../..')
const isProductCode = (path: string) =>
  /\.tsx?$/.test(path) && !/\.test\.|-for-test\.|(^|\/)(testing|fixtures|dist)\//.test(path)

/** A page's path in quotes or in a template, `"/about"` or `${baseUrl}/about?token=`. */
const namesPage = new RegExp(`['"\`}]/(${admissions.pages.map(({ slug }) => slug).join('|')})\\b`)

test('no code outside the form spells the path of a page', () => {
  const files = ['api', 'engine', 'screen', 'server'].flatMap((room) =>
    readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
      .filter(isProductCode)
      .map((path) => join(root, room, path)),
  )
  expect(files.length).toBeGreaterThan(300)
  expect(files.filter((file) => namesPage.test(readFileSync(file, 'utf8')))).toEqual([])
  for (const planted of ["'/about'", 'href="/about"', `\`${'$'}{url}/about?token=1\``])
    expect(planted).toMatch(namesPage)
})
