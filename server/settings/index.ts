export { createDataFolder } from './create-data-folder.ts'
export { readSettings, type Settings } from './read-settings.ts'
export { type SecretKey, secretKeysIn } from './secret-keys-in.ts'
export { isStartFault, startFault } from './start-fault.ts'
