/** The door of the lookups: schools and addresses, found while they are typed. */
export { lookupRoutes } from './lookup-routes.ts'
export { type Lookups, openLookups } from './open-lookups.ts'
export { schoolsCommand } from './schools-command.ts'
