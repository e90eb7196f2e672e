import { actor, UserError } from "rivetkit";

// One number for all users of the same key. JavaScript counts exactly up to 2^53 - 1.
export const counter = actor({
  state: 0,
  actions: {
    increment: (c, amount: number) => {
      const sum = c.state + amount;
      if (!Number.isSafeInteger(sum)) throw new UserError("The count would be too large.");
      c.state = sum;
      c.broadcast("newCount", c.state);
      return c.state;
    },
    getCount: (c) => c.state,
  },
});
