import Bindery
import PeoplebookCore
import Reactive
import Scenes
import TUIKit

/// The user's settings of the list: its order, its columns, the colours and the motion.
extension PeopleViewController {
  func bindSettings() {
    bindings.add(
      viewModel.presence.editors.sink { [weak self] in
        self?.editorNames = $0
        self?.updateAppearance()
      })
    bindings.add(viewModel.order.dropFirst().removeDuplicates().sink { [settings] in settings.set(\.order, to: $0) })
    bindings.add(
      viewModel.grouping.dropFirst().removeDuplicates().sink { [settings] in settings.set(\.grouping, to: $0) })
    bindings.add(
      settings.preferences.map(\.columns).combineLatest(viewModel.order).sink { [weak self] columns, _ in
        self?.listView.header.layout = columns
        self?.updateAppearance()
      })
    bindings.add(
      settings.preferences.map(\.order).removeDuplicates().dropFirst().sink { [viewModel] order in
        if viewModel.order.value != order { viewModel.order.value = order }
      })
    bindings.add(
      settings.preferences.map(\.sortLocale).removeDuplicates().sink { [viewModel] in
        if let locale = $0 { viewModel.sort(by: locale) }
      })
    bindings.add(
      settings.preferences.map(\.dateForm).removeDuplicates().dropFirst().sink { [weak self] _ in self?.redrawCard() })
    bindings.add(
      settings.problem.compactMap(\.self).sink { [viewModel] in
        viewModel.notices.send(.problem($0))
      })
    listView.header.onClick = { [weak self] in self?.sort(by: $0) }
  }

  /// Updates the appearance of the visible cells: other words were found, or the order or the columns have changed.
  func updateAppearance() {
    cellAppearance = PersonCell.Appearance(
      found: viewModel.found, order: viewModel.order.value,
      columns: settings.preferences.value.columns, editorNames: editorNames)
    for case let cell as PersonCell in table.visibleCells { cell.appearance = cellAppearance }
  }

  /// A click on the title of the names switches between the orders.
  private func sort(by column: PersonColumn) {
    guard column == .name else { return }
    viewModel.order.value = viewModel.order.value == .name ? .family : .name
  }

  // MARK: Commands

  /// The words by which the palette finds every setting.
  private static let settingsWords = ["settings", "preferences", "options", "configure"]

  func makeSettingsCommands() -> [KeyCommand] {
    [
      KeyCommand(
        KeyEvent(.character(",")), title: "settings",
        detail: "Change how the screen looks, and how names and dates are written",
        keywords: [
          "preferences", "options", "configure", "config", "dates", "names", "language", "alphabet", "sorting",
        ],
        isHint: false
      ) { [weak self] in self?.showSettings() },
      KeyCommand(
        keys: [], title: "theme", detail: "Choose the colours",
        keywords: ["color", "colors", "colours", "dark mode", "light mode", "appearance", "contrast"]
          + Self.settingsWords,
        isHint: false
      ) { [weak self] in self?.chooseTheme() },
      KeyCommand(
        keys: [], title: "columns", detail: "Choose columns, their order and their widths",
        keywords: ["fields", "layout", "hide", "show", "wider", "narrower", "reorder"] + Self.settingsWords,
        isHint: false
      ) { [weak self] in self?.chooseColumns() },
      KeyCommand(
        keys: [], title: "style", detail: "Choose how the card looks",
        keywords: ["scenes", "card", "design", "layout"] + Self.settingsWords, isHint: false
      ) { [weak self] in self?.chooseScenes() },
      KeyCommand(
        keys: [], title: "motion", detail: "Turn the animation on or off",
        keywords: ["animation", "animate", "still"] + Self.settingsWords, isHint: false
      ) { [settings] in settings.set(\.isMotionEnabled, to: !settings.preferences.value.isMotionEnabled) },
    ]
  }

  private func showSettings() {
    let sheet = SettingsViewController(settings, rowWidth: listView.header.rowWidth) { [viewModel] locale, isNew in
      if let refusal = viewModel.writeRefusal { return viewModel.notices.send(.problem(refusal)) }
      // The book may not have what the settings have: sorting it has failed, or was stopped.
      if !isNew { viewModel.sort(by: locale) }
    }
    sheet.stopCommand = viewModel.actions.stopCommand
    present(sheet)
  }

  /// Applies the settings file whenever it changes, and says what is wrong with it.
  func followSettingsFile() {
    guard let path = UserState.settingsPath else { return }
    settingsWatch = FileWatch(path: path) { [weak self] in self?.readSettings() }
    // A change before the file was watched has no event.
    readSettings()
  }

  private func readSettings() {
    settings.reload(UserState.loadPreferences())
    let problems = UserState.settingsFile?.problems ?? []
    defer { settingsHaveProblems = !problems.isEmpty }
    guard let first = problems.first else {
      let isPresent = UserState.settingsFile != nil
      if settingsHaveProblems {
        viewModel.notices.send(.hint(isPresent ? "config.json is correct now" : "There is no config.json now"))
      }
      return
    }
    let rest = problems.count > 1 ? ", and \(problems.count - 1) more, which “peoplebook doctor” lists" : ""
    viewModel.notices.send(.problem("config.json, \(first)\(rest)"))
  }

  private func chooseTheme() {
    let chosen = settings.preferences.value.theme
    func item(_ title: String, _ theme: Theme?) -> Menu.Item {
      Menu.Item(title, isOn: theme == chosen) { [settings] in settings.set(\.theme, to: theme) }
    }
    let items = [item("same as the terminal", nil), .separator] + Theme.all.map { item($0.name, $0) }
    Menu(title: "Theme", items: items).present(from: self)
  }

  private func chooseScenes() {
    let chosen = settings.preferences.value.sceneSet
    let items = SceneSet.allCases.map { set in
      Menu.Item(set.rawValue, isOn: set == chosen) { [settings] in settings.set(\.sceneSet, to: set) }
    }
    Menu(title: "Card style", items: items).present(from: self)
  }

  private func chooseColumns() {
    present(ColumnsViewController(settings, rowWidth: listView.header.rowWidth))
  }
}
