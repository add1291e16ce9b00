import { fork } from 'node:child_process'
import { once } from 'node:events'
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
