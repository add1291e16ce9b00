import { runUntilStopped } from './run-until-stopped.ts'
import { startWordConverter } from './start-word-converter.ts'

await runUntilStopped(startWordConverter, ({ wordSpool }) => [`Word documents in ${wordSpool} are converted.`])
