export {
  createDataFolder,
  dataDirIn,
  dataFolderWarnings,
  type MigrationSettings,
  readMigrationSettings,
  readSettings,
  type Settings,
  type StaffProviderSettings,
} from './read-settings.ts'
export {
  isLocal,
  isLoopback,
  type MetricsAddress,
  parseSecretKeys,
  type SecondFactor,
  type SecretKey,
} from './setting-schemas.ts'
export { isSettingName, settingsInEnvFile, settingsInMarkdown } from './setting-table.ts'
export { isStartupError, startupError } from './startup-error.ts'
