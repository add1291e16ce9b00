import { join } from 'node:path'
import { runUntilStopped } from './app/run-until-stopped.ts'
import { startServer } from './app/start-server.ts'
import { mailPageUrl } from './running/mail/index.ts'

/** What makes a link with which a member of staff signs in. */
const STAFF_LINK = 'npm run staff-link -- "Your Name" --role data_steward --by "Your Name"'

await runUntilStopped('server', startServer, (settings) => {
  const mails = mailPageUrl(settings)
  return [
    `Open the application: ${settings.baseUrl}`,
    ...(settings.staffProvider ? [] : [`Let staff in:         ${STAFF_LINK}`]),
    ...(mails === undefined ? [] : [`Read outgoing mail:   ${mails}  (files in ${join(settings.dataDir, 'mail')})`]),
  ]
})
