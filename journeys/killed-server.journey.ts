import { logIn, PASSWORD, signUp } from './support/accounts.ts'
import { answerAll, searchBox } from './support/applicant.ts'
import { expect, test } from './support/story.ts'

const person = { email: 'ben.arrow@mail.example', password: PASSWORD }
const typed = {
  first_name: 'Ben',
  last_name: 'Arrow-Top-Knot',
  city: 'Browning',
  country: 'USA',
  us_citizen: 'Y',
  optin_sms_ind: 'true',
}

test('what was acknowledged as saved survives a server that is killed', async ({ page, product, mailbox, look }) => {
  await test.step('he signs up and logs in', async () => {
    await page.goto('/signup')
    await signUp(page, mailbox, person)
    await logIn(page, person)
  })

  await test.step('he answers, and the page says that it is saved', async () => {
    await answerAll(page, typed)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  })

  await test.step('the server is killed, and started again', async () => {
    await product.kill()
    await product.start()
  })

  await test.step('everything is still there', async () => {
    await page.reload()
    for (const key of ['first_name', 'last_name', 'city'] as const) {
      await expect(page.locator(`[id="${key}"]`)).toHaveValue(typed[key])
    }
    await expect(searchBox(page, 'country')).toHaveValue('United States')
    await expect(page.locator('#us_citizen').getByRole('radio', { name: 'Yes' })).toBeChecked()
    await expect(page.locator('#optin_sms_ind')).toBeChecked()
    await look('after-the-kill')
  })

  await test.step('stopped with Ctrl-C it ends cleanly, and after another start it is there as well', async () => {
    expect(await product.stop()).toBe(0)
    await product.start()
    await page.reload()
    await expect(page.locator('#last_name')).toHaveValue('Arrow-Top-Knot')
  })
})
