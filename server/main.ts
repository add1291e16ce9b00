import { join } from 'node:path'
import { createLog } from './http/index.ts'
import { mailPageUrl } from './mail/index.ts'
import { isStartFault, readSettings } from './settings/index.ts'
import { startServer } from './start-server.ts'

/** Starts the server and tells a person where to look. A fault of the start is one sentence, not a stack. */
try {
  const settings = readSettings(process.env)
  const log = createLog(settings)
  const server = await startServer(settings, log)
  const mails = mailPageUrl(settings)
  console.log(`\n  Open the application: ${settings.baseUrl}`)
  if (mails !== undefined) console.log(`  Read outgoing mail:   ${mails}  (files in ${join(settings.dataDir, 'mail')})`)
  console.log('  Stop with Ctrl-C.\n')

  let ending = false
  const end = async () => {
    // A second Ctrl-C means now.
    if (ending) process.exit(1)
    ending = true
    await server.close()
    process.exit(0)
  }
  process.on('SIGINT', end)
  process.on('SIGTERM', end)
} catch (error) {
  if (!isStartFault(error)) throw error
  console.error(error.message)
  process.exitCode = 1
}
