import { actor, UserError } from "rivetkit";

type Message = { author: string; text: string };
type Params = { name: string };

const people = (connections: Iterable<{ state: Params }>): string[] =>
  [...new Set([...connections].map((connection) => connection.state.name))].sort();

const size = (messages: Message[]): number =>
  messages.reduce((sum, message) => sum + message.author.length + message.text.length, 0);

// The history of one room. Who is there is known from the connections.
export const chat = actor({
  state: [] as Message[],
  createConnState: (_c, params: Params): Params => ({ name: params?.name ?? "?" }),
  onConnect: (c) => c.broadcast("people", people(c.conns.values())),
  onDisconnect: (c, connection) =>
    c.broadcast("people", people([...c.conns.values()].filter((other) => other.id !== connection.id))),
  actions: {
    getHistory: (c) => c.state,
    getPeople: (c) => people(c.conns.values()),
    send: (c, text: string) => {
      if (text.length < 1 || text.length > 500) throw new UserError("A message has 1 to 500 characters.");
      const message = { author: c.conn?.state.name ?? "?", text };
      c.state.push(message);
      while (c.state.length > 200 || size(c.state) > 65_536) c.state.shift();
      c.broadcast("message", message);
    },
    // An action over HTTP has no connection.
    typing: (c) => {
      if (c.conn) c.broadcast("typing", c.conn.id, c.conn.state.name);
    },
  },
});
