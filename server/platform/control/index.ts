export { controlSocketIn } from './control-socket-in.ts'
export { createControlSocket } from './create-control-socket.ts'
