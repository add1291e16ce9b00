import { expect, test } from './support/story.ts'

// The browser reports the refusals that are opened here.
test.use({ expectedFaults: [/status of 404/] })

test('a link to a file that is no longer valid opens a page that says what to do', async ({ page, look }) => {
  for (const [kind, folder] of [
    ['application-pdf', '/documents/application-pdf'],
    ['documents', '/documents'],
  ]) {
    const link = `${folder}/0198c0de-0000-7000-8000-000000000000/1/wrong`
    await test.step(`${kind}: the page looks like the site, and says why and what next`, async () => {
      const reply = await page.goto(link)
      expect([reply?.status(), reply?.headers()['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('We can’t open this file')
      await expect(page.getByText('This link has expired or isn')).toBeVisible()
      const font = page.getByRole('heading', { level: 1 })
      expect(await font.evaluate((heading) => getComputedStyle(heading).fontFamily)).toContain('Besley')
      await look(`refused-${kind}`)
    })
    await test.step(`${kind}: by keyboard alone it is tried again, and left for the application`, async () => {
      const again = page.getByRole('link', { name: 'Try again' })
      for (let presses = 0; presses < 10 && !(await again.evaluate(isFocused)); presses += 1)
        await page.keyboard.press('Tab')
      const [repeated] = await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')])
      expect([repeated?.status(), new URL(page.url()).pathname]).toEqual([404, link])
      await page.getByRole('link', { name: 'Go back to your application' }).click()
      await expect(page).toHaveURL(/\/about$/)
    })
  }
})

const isFocused = (element: Element) => element === document.activeElement
