export { clockCommand, clockReadings, clockWarnings } from './clock.ts'
export { healthOf, healthRoutes } from './health.ts'
export { type Contact, contactWarnings, countProcessesWith, createContact, startHeartbeat } from './heartbeat.ts'
export { queueReadings, reachReadings } from './service-readings.ts'
