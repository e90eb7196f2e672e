import { setup } from "rivetkit";
import { book, bookPart } from "./book";
import { chat } from "./chat";
import { counter } from "./counter";
import { cursors } from "./cursors";

// The actors of the examples and of shared books for a Rivet server: npm install && npm start
export const registry = setup({ use: { book, bookPart, chat, counter, cursors } });
registry.start();
