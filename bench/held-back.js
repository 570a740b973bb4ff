// Loaded before a server: holds each of its answers back for HELD_BACK milliseconds, as a network would.
import { Server } from 'node:http';

const milliseconds = Number(process.env.HELD_BACK);
const emit = Server.prototype.emit;
Server.prototype.emit = function (event, ...details) {
  if (event !== 'request') return emit.call(this, event, ...details);
  setTimeout(() => emit.call(this, event, ...details), milliseconds);
  return true;
};
