import { Socket } from "node:net";

export interface SocketSpy {
  /** Every `address:port` that this process began to connect to, in their order. */
  readonly attempts: readonly string[];
  stop(): void;
}

/** Watches all sockets of the process where they begin to connect; opens and holds up none. */
export function watchSockets(): SocketSpy {
  const attempts: string[] = [];
  const connect = Socket.prototype.connect;
  Socket.prototype.connect = function (this: Socket, ...args: unknown[]): Socket {
    this.on("connectionAttempt", (address: string, port: number) => void attempts.push(`${address}:${port}`));
    return Reflect.apply(connect, this, args) as Socket;
  };
  return {
    attempts,
    stop() {
      Socket.prototype.connect = connect;
    },
  };
}
