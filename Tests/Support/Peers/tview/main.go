// The table in tview: a Table over a virtual TableContent, which is asked only for visible cells.
package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/gdamore/tcell/v2"
	"github.com/rivo/tview"
)

var firstNames = strings.Fields(
	"Ada Grace Alan Edsger Barbara Donald Ken Dennis Margaret Linus Frances John Radia Tim Anita Niklaus")
var lastNames = strings.Fields(
	"Lovelace Hopper Turing Dijkstra Liskov Knuth Thompson Ritchie Hamilton Torvalds Allen Backus Perlman Lee Borg Wirth")

// people is a list of people: a number for each row, negative for inserted ones.
type people struct {
	tview.TableContentReadOnly
	numbers  []int32
	inserted int32
}

// GetCell returns one of the columns name, e-mail, telephone and tag, padded to its width.
func (p *people) GetCell(row, column int) *tview.TableCell {
	if row < 0 || row >= len(p.numbers) {
		return nil
	}
	number := p.numbers[row]
	isInserted := number < 0
	if isInserted {
		number = -number
	}
	first, text := firstNames[number%16], ""
	switch column {
	case 0:
		last := lastNames[number/16%16]
		if isInserted {
			last = "Inserted"
		}
		text = fmt.Sprintf("%-31s", first+" "+last)
	case 1:
		text = fmt.Sprintf("%-39s", first+strconv.Itoa(int(number))+"@example.org")
	case 2:
		text = fmt.Sprintf("+1555%07d%-7s", number%10000000, "")
	case 3:
		if number%3 == 0 {
			text = "friend"
		}
	}
	cell := tview.NewTableCell(text).SetBackgroundColor(tcell.ColorDefault).SetTextColor(tcell.ColorDefault)
	if column == 3 {
		cell.SetExpansion(1)
	}
	return cell
}

func (p *people) GetRowCount() int    { return len(p.numbers) }
func (p *people) GetColumnCount() int { return 4 }

func (p *people) insert(row int) {
	p.inserted++
	p.numbers = append(p.numbers, 0)
	copy(p.numbers[row+1:], p.numbers[row:])
	p.numbers[row] = -p.inserted
}

func main() {
	count, err := strconv.Atoi(os.Getenv("N"))
	if err != nil {
		count = 10000
	}
	content := &people{numbers: make([]int32, count)}
	for row := range content.numbers {
		content.numbers[row] = int32(row)
	}
	tview.Styles.PrimitiveBackgroundColor = tcell.ColorDefault
	tview.Styles.PrimaryTextColor = tcell.ColorDefault
	app := tview.NewApplication()
	status := tview.NewTextView()
	report := func(row, _ int) { status.SetText(fmt.Sprintf("%d of %d", row+1, len(content.numbers))) }
	table := tview.NewTable().SetContent(content).SetSelectable(true, false).SetSelectionChangedFunc(report)
	table.SetSelectedStyle(tcell.StyleDefault.Reverse(true))
	table.SetInputCapture(func(event *tcell.EventKey) *tcell.EventKey {
		switch event.Rune() {
		case 'i':
			row, column := table.GetSelection()
			content.insert(row + 1)
			report(row, column)
			return nil
		case 'q':
			app.Stop()
			return nil
		}
		return event
	})
	report(0, 0)
	layout := tview.NewFlex().SetDirection(tview.FlexRow).AddItem(table, 0, 1, true).AddItem(status, 1, 0, false)
	if err := app.SetRoot(layout, true).Run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
