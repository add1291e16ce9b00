export { clientErrorRoutes } from './client-error-routes.ts'
