export { createControlSocket } from './create-control-socket.ts'
export { auditRow, type Doer, declined, isDeclined, operator, operatorFor, parseWords, personIn } from './operator.ts'
export { controlSocketPath, sendCommand } from './send-command.ts'
