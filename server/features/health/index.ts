export { healthOf } from './health.ts'
export { healthRoutes } from './health-routes.ts'
