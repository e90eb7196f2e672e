import { actor } from "rivetkit";

// One number for everyone who uses the same key.
export const counter = actor({
  state: 0,
  actions: {
    increment: (c, amount: number) => {
      c.state += amount;
      c.broadcast("newCount", c.state);
      return c.state;
    },
    getCount: (c) => c.state,
  },
});
