export { controlSocketPath } from './control-socket-path.ts'
export { createControlSocket } from './create-control-socket.ts'
export { parseWords, personIn } from './parse-words.ts'
export { sendCommand } from './send-command.ts'
