import { actor, UserError } from "rivetkit";

type Index = {
  heads: Record<string, number>;
  removed: Record<string, number>;
  snapshots: Record<string, { number: number; size: number }>;
};

// The index of a shared book of Peoplebook: numbers and sizes. The bytes are encrypted, and in actors bookPart.
export const book = actor({
  state: { heads: {}, removed: {}, snapshots: {} } as Index,
  onDisconnect: (c, connection) => c.broadcast("left", connection.id),
  actions: {
    index: (c) => c.state,
    advance: (c, machine: string, number: number) => {
      c.state.heads[machine] = Math.max(c.state.heads[machine] ?? 0, number);
      c.broadcast("news");
    },
    remove: (c, machine: string, number: number) => {
      c.state.removed[machine] = Math.max(c.state.removed[machine] ?? 0, number);
    },
    setSnapshot: (c, machine: string, number: number, size: number) => {
      if (number > (c.state.snapshots[machine]?.number ?? 0)) c.state.snapshots[machine] = { number, size };
    },
    // Presence is not kept: it is passed on to those that are connected, and the server names those that leave.
    announce: (c, presence: Uint8Array) => c.broadcast("present", c.conn.id, presence),
  },
});

type Slot = [number, Uint8Array];

const equal = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, index) => byte === other[index]);

// Bytes in numbered slots, each of which is written once.
export const bookPart = actor({
  state: { slots: {} as Record<string, Uint8Array> },
  actions: {
    // The first slot that has other bytes already; undefined if all were stored.
    put: (c, slots: Slot[]) => {
      for (const [number, bytes] of slots) {
        if (!(bytes instanceof Uint8Array)) throw new UserError("A slot has a number and bytes.");
        const present = c.state.slots[number];
        if (present === undefined) c.state.slots[number] = bytes;
        else if (!equal(present, bytes)) return number;
      }
      return undefined;
    },
    // The slots from a number on, as many as fit into an answer of up to 1 MiB.
    get: (c, first: number): Slot[] => {
      const numbers = Object.keys(c.state.slots).map(Number).filter((number) => number >= first);
      const slots: Slot[] = [];
      let size = 0;
      for (const number of numbers.sort((one, other) => one - other)) {
        if (size >= 256 * 1024) break;
        const bytes = c.state.slots[number];
        slots.push([number, bytes]);
        size += bytes.length;
      }
      return slots;
    },
    remove: (c, last: number) => {
      for (const name of Object.keys(c.state.slots)) if (Number(name) <= last) delete c.state.slots[name];
    },
  },
});
