import { actor } from "rivetkit";

type Params = { name: string };

// Which row of a shared list each connection is at; a user may have several.
export const cursors = actor({
  createConnState: (_c, params: Params): Params => ({ name: params?.name ?? "?" }),
  onDisconnect: (c, connection) => c.broadcast("left", connection.id),
  actions: {
    // A user that receives events asks the others where they are.
    join: (c) => c.broadcast("joined"),
    // An action over HTTP has no connection.
    move: (c, row: number) => {
      if (c.conn) c.broadcast("moved", c.conn.id, c.conn.state.name, row);
    },
  },
});
