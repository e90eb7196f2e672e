import { setup } from "rivetkit";
import { book, bookPart } from "./book";
import { chat } from "./chat";
import { counter } from "./counter";
import { cursors } from "./cursors";

// The actors of the examples and of shared books for a Rivet server, rivetkit 2.0.42 to 2.3: npm install rivetkit && npx tsx server.ts
export const registry = setup({ use: { book, bookPart, chat, counter, cursors } });
registry.start();
