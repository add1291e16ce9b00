export { clockCommand, clockReadings, clockWarnings } from './clock.ts'
export { healthOf, healthRoutes } from './health.ts'
export { countProcessesWith, createContact, startHeartbeat } from './heartbeat.ts'
export { queueReadings, reachReadings } from './service-readings.ts'
