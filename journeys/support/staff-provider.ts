import { fork } from 'node:child_process'
import { once } from 'node:events'
import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { freePort } from '../../testing/free-port.ts'
import { CLIENT } from '../../testing/start-oidc-provider.ts'

/** Starts the institution's provider in a process of its own, for a desk at this address; a form asks who signs in. */
export async function startStaffProvider(address: string) {
  const port = await freePort()
  const child = fork(new URL('provider-process.ts', import.meta.url), [String(port), address], { stdio: 'inherit' })
  await once(child, 'message')
  return {
    /** The settings of a desk whose staff sign in there. */
    settings: {
      ...{ STAFF_OIDC_ISSUER: `http://127.0.0.1:${port}`, STAFF_OIDC_MFA: 'amr=mfa' },
      ...{ STAFF_OIDC_CLIENT_ID: CLIENT.id, STAFF_OIDC_CLIENT_SECRET: CLIENT.secret },
    },
    stop: async () => {
      child.kill()
      await once(child, 'exit')
    },
  }
}

const ROLES = {
  ...{ 'adm-processors': 'processor', 'adm-viewers': 'viewer' },
  ...{ 'adm-data': 'data_steward', 'adm-admins': 'administrator' },
}

/** Writes an institution.json into a folder, in which the provider's groups have roles. */
export async function institutionWithRoles(folder: string): Promise<string> {
  const path = join(folder, 'institution.json')
  const root = join(import.meta.dirname, '../..')
  const file = JSON.parse(await readFile(join(root, 'institution.json'), 'utf8'))
  await writeFile(path, JSON.stringify({ ...file, private: { ...file.private, staff: { roles: ROLES } } }))
  await cp(join(root, file.private.pdf_mark), join(folder, file.private.pdf_mark))
  return path
}

/** Fills in the provider's form. */
export async function signInThere(
  page: Page,
  name: string,
  ...ticks: readonly ('With a security key' | 'An hour ago')[]
): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Campus sign-in')
  await page.getByLabel('Name').selectOption(name)
  for (const tick of ticks) await page.getByLabel(tick).check()
  await page.getByRole('button', { name: 'Sign in' }).click()
}
