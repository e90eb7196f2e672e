#ifndef CTERMINAL_H
#define CTERMINAL_H
int cterminal_placeholder(void);
#endif
