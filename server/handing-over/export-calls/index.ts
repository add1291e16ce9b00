/** The calls with which other systems read submitted applications and answer about them (docs/deliveries.md). */

export { exportCalls } from './call-table.ts'
export { exportCallRoutes } from './export-call-routes.ts'
export { tellForm } from './tell-form.ts'
