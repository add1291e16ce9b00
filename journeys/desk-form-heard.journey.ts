import type { Page } from '@playwright/test'
import { enter, tabTo } from './support/keyboard.ts'
import { deskOf } from './support/staff-link.ts'
import { expect, test } from './support/story.ts'
import { announcedBy, readAloud } from './support/virtual-reader.ts'

test.use({ expectedFaults: [/status of 401/] }) // before anybody has signed in

const ROOM = '[aria-label="What it says"]'
const CHECK = '[aria-label="Check and publish"]'

async function openRoom(desk: Page): Promise<void> {
  await desk.getByRole('link', { name: 'The form' }).click()
  await expect(desk.getByText('Nothing differs from what applicants see.')).toBeVisible()
}

/** Types into a field in place of what stands there, and leaves it. */
const write = (desk: Page, name: string, words: string) => async () => {
  await tabTo(desk, desk.getByRole('textbox', { name, exact: true }))
  await desk.keyboard.press('ControlOrMeta+a')
  await desk.keyboard.type(words)
  await desk.keyboard.press('Tab')
}
const press = (desk: Page, name: string) => () => desk.getByRole('button', { name, exact: true }).press('Enter')
const find = (desk: Page, words: string) => desk.getByRole('searchbox', { name: 'Find words' }).fill(words)

test('a registrar who listens edits, checks and publishes, and hears what she needs', async ({ browser, product }) => {
  const desk = await deskOf(browser, product, 'Lena Reyes', 'registrar')
  await openRoom(desk)
  const hears = (act: () => Promise<void>) => announcedBy(desk, act)

  await test.step('a field says what it holds, which part of which question that is, and in which language', async () => {
    await find(desk, 'Gallatin')
    await desk.getByRole('checkbox', { name: 'Show Spanish' }).check()
    const said = await readAloud(desk, ROOM)
    expect(said).toContain('group, Personal Info: Previous attendance at Bridger State University')
    const field = said.find((phrase) => phrase.startsWith('textbox, At Gallatin College'))
    expect(field).toContain('A question of “How? Check all that apply.”')
    expect(said.some((phrase) => phrase.startsWith('textbox, In Spanish: At Gallatin College'))).toBe(true)
    await desk.getByRole('checkbox', { name: 'Show Spanish' }).uncheck()
  })

  await test.step('what is kept, taken back and kept again is said, and of what', async () => {
    expect(await hears(write(desk, 'At Gallatin College', 'At River College'))).toEqual([
      'polite: Saved in the draft: At Gallatin College.',
    ])
    expect(await hears(press(desk, 'Undo'))).toEqual(['polite: Undone: At Gallatin College.'])
    expect(await hears(press(desk, 'Redo'))).toEqual(['polite: Done again: At Gallatin College.'])
    // The same words once more are news again.
    expect(await hears(write(desk, 'At Gallatin College', 'At the River College'))).toEqual([
      'polite: Saved in the draft: At Gallatin College.',
    ])
    expect(await hears(press(desk, 'Discard the draft'))).toEqual([
      'polite: The draft is discarded. Undo brings it back.',
    ])
    expect(await hears(press(desk, 'Undo'))).toEqual(['polite: Undone: At Gallatin College.'])
    await expect(desk.getByRole('textbox', { name: 'At Gallatin College', exact: true })).toHaveValue(
      'At the River College',
    )
  })

  await test.step('what is not kept is said, and stands there', async () => {
    await find(desk, 'Hours of grace')
    const grace = desk.getByRole('textbox', { name: 'Hours of grace after a term closes' })
    await write(desk, 'Hours of grace after a term closes', 'twelve')()
    await expect(desk.getByRole('alert')).toHaveText('This is not kept: write a whole number in digits, such as 12.')
    await expect(grace).toHaveAttribute('aria-invalid', 'true')
    expect(await hears(write(desk, 'Hours of grace after a term closes', '12'))).toEqual([
      'polite: Saved in the draft: Hours of grace after a term closes.',
    ])
    await expect(desk.getByRole('alert')).toHaveCount(0)
  })

  await test.step('an option keeps its code, and the focus stays in the list', async () => {
    await find(desk, 'Geology')
    await desk.getByRole('textbox', { name: 'Code of a new option' }).fill('GEOL')
    await desk.getByRole('textbox', { name: 'What applicants read' }).fill('Earth Science')
    await press(desk, 'Add to Majors')()
    await expect(desk.getByRole('alert')).toHaveText(
      'GEOL is the code of “Geology” already. Give the new option another one.',
    )
    await enter(desk, desk.getByRole('button', { name: 'No longer offer Geology' }))
    await expect(desk.getByRole('button', { name: 'Offer Geology again' })).toBeFocused()
    await desk.keyboard.press('Enter')
    await expect(desk.getByRole('textbox', { name: 'GEOL', exact: true })).toBeFocused()
    await enter(desk, desk.getByRole('button', { name: 'No longer offer Geology' }))
    await expect(desk.getByRole('button', { name: 'Offer Geology again' })).toBeFocused()
    await find(desk, '')
    await desk.locator('summary', { hasText: 'Majors' }).press('Enter')
    await expect(desk.getByRole('button', { name: 'Move Accounting up' })).toBeDisabled()
    expect(await readAloud(desk, ROOM)).toContain('list, Majors')
  })

  await test.step('a statement that is checked is reworded, too', async () => {
    const statement = 'Send me text messages about my application'
    await find(desk, statement)
    await write(desk, statement, 'Text me about my application')()
    await expect(desk.getByText('4 changes are in the draft.')).toBeVisible()
    await find(desk, '')
  })

  await test.step('the check says how much it found; the findings are a list, each with its grade', async () => {
    const said = await hears(press(desk, 'Check the draft'))
    expect(said).toEqual([
      expect.stringMatching(
        /^polite: \d+ things to read, and nothing that keeps this from being published\. 4 texts will read otherwise\. Who has begun is counted\.$/,
      ),
    ])
    const read = await readAloud(desk, CHECK)
    const list = read.indexOf('list, What the check found')
    const count = Number(/\d+/.exec(said[0] ?? '')?.[0])
    const grades = read.slice(list, read.indexOf('end of list, What the check found')).filter((each) => /:$/.test(each))
    expect(grades).toHaveLength(count)
    expect(new Set(grades)).toEqual(new Set(['To know:', 'With care:']))
    expect(read).toContain('heading, What will read otherwise, level 3')
    expect(read.join(' ')).toMatch(/deletion.*Until now:.*Geology.*end of deletion/)
    expect(read.join(' ')).toMatch(/insertion.*From then on:.*At the River College.*end of insertion/)
  })

  await test.step('publishing, confirming and going back say what came of them; the dialog has a title', async () => {
    await desk.getByRole('textbox', { name: 'What this edition is about' }).fill('Our river')
    const why = desk.getByRole('textbox', { name: 'Why, for the record' })
    await expect(why).toHaveAccessibleDescription('Needed, because this changes what applicants sign.')
    await press(desk, 'Publish now')()
    await expect(why).toBeFocused()
    await desk.keyboard.type('The college has another name.')
    expect(await hears(press(desk, 'Publish now'))).toEqual([expect.stringMatching(/^polite: Edition 2 /)])
    await expect(desk.getByRole('heading', { name: 'Check and publish' })).toBeFocused()
    const second = await deskOf(browser, product, 'Sol Sand', 'registrar')
    await second.getByRole('link', { name: 'The form' }).click()
    await expect(second.getByText(/^Edition 2 waits for a second person to confirm it, under Editions\./)).toBeVisible()
    await expect(second.getByRole('heading', { name: 'Edition 2: Our river Waits for a second person' })).toBeVisible()
    expect(await announcedBy(second, press(second, 'Confirm edition 2'))).toEqual(['polite: Edition 2 is confirmed.'])
    await expect(second.getByRole('heading', { name: 'Editions', exact: true })).toBeFocused()
    expect(await announcedBy(second, press(second, 'Show what differs'))).toEqual(['polite: 4 texts differ.'])
    const back = second.getByRole('button', { name: 'Go back to edition 1' })
    await enter(second, back)
    await expect(second.getByRole('dialog', { name: /^Go back to edition 1\?/ })).toBeFocused()
    await second.keyboard.press('Escape')
    await expect(back).toBeFocused()
  })
})

test('in a window of 320 pixels she edits, checks and publishes with the keyboard alone', async ({
  browser,
  product,
  look,
}) => {
  const desk = await deskOf(browser, product, 'Kay Boards', 'registrar')
  await desk.setViewportSize({ width: 320, height: 256 }) // 1280 by 1024 at 400 %
  await enter(desk, desk.getByRole('link', { name: 'The form' }))
  await expect(desk.getByText('Nothing differs from what applicants see.')).toBeVisible()
  const room = { isFit: () => desk.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth) }

  await tabTo(desk, desk.getByRole('searchbox', { name: 'Find words' }))
  await desk.keyboard.type('Previous name')
  await write(desk, 'Previous name', 'Former name')()
  await expect(desk.getByText('One change is in the draft.')).toBeVisible()
  expect(await room.isFit()).toBe(true)

  await enter(desk, desk.getByRole('button', { name: 'Check the draft' }))
  const finding = desk.getByRole('button', { name: /^Show it: In Spanish one text stays in English/ })
  await enter(desk, finding)
  await expect(desk.getByRole('textbox', { name: 'Previous name' })).toBeFocused()
  await expect(desk.getByRole('textbox', { name: 'Previous name' })).toBeInViewport()
  expect(await room.isFit()).toBe(true)

  await tabTo(desk, desk.getByRole('textbox', { name: 'What this edition is about' }))
  await desk.keyboard.type('One name')
  await enter(desk, desk.getByRole('button', { name: 'Publish now' }))
  await expect(desk.getByText('Edition 2 is in effect.')).toBeInViewport()
  expect(await room.isFit()).toBe(true)
  await look('published', desk)
})
