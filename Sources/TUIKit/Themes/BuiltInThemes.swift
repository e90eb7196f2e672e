extension Theme {
  /// For terminals with a dark background.
  public static let dark = builtIn("dark")
  /// For terminals with a light background.
  public static let light = builtIn("light")
  /// For terminals with an unknown background: every text is readable on white and on black.
  public static let neutral = builtIn("neutral")
  /// A contrast of at least 7:1 for every text.
  public static let highContrast = builtIn("high-contrast")
  /// For terminals with sixteen or eight colours, which use it instead of ``dark`` and ``highContrast``.
  public static let sixteenColors = builtIn("16-colors")
  /// For terminals with sixteen or eight colours, which use it instead of ``light`` and ``neutral``.
  public static let sixteenColorsLight = builtIn("16-colors-light")
  /// Bold, underline and reverse only.
  public static let none = builtIn("none")

  /// The built-in themes.
  public static let all = names.map(builtIn)
  /// The names of the built-in themes, in the same order.
  public static let names = ["dark", "light", "neutral", "high-contrast", "16-colors", "16-colors-light", "none"]

  /// The theme for a terminal's background; ``neutral`` while that is unknown.
  public static func matching(_ background: TerminalBackground?) -> Theme {
    switch background {
    case .dark: .dark
    case .light: .light
    case nil: .neutral
    }
  }

  /// The theme named `name` in ``all``.
  public static func named(_ name: String) -> Theme? {
    texts[name].map { _ in builtIn(name) }
  }

  private static func builtIn(_ name: String) -> Theme {
    do {
      return try Theme(name: name, parsing: texts[name] ?? "")
    } catch {
      // Only the constants below are read here, and a test reads each of them.
      fatalError("\(error)")
    }
  }

  /// A copy of `Resources/themes`, because an installed program has no files beside it.
  ///
  /// A test compares them.
  static let texts: [String: String] = [
    "dark": """
    # For terminals with a dark background, which stays as it is.
    assumes        #e4e6ea on #16181d
    text           default
    textDim        #a3abba
    accent         #8ab8ff
    accentText     #0b1020
    selection      #26364f
    selectionText  #ffffff
    danger         #ff9a94
    warning        #f2c14e
    ok             #8fd49a
    chip           #c3b1f7
    border         #596275
    surface        default
    surfaceRaised  #1d222c
    match          #ffd75f bold
    fresh          #7ff0d0

    """,
    "light": """
    # For terminals with a light background, which stays as it is.
    assumes        #1c1f24 on #fdfdfb
    text           default
    textDim        #565c69
    accent         #0a52bd
    accentText     #ffffff
    selection      #d3e2fd
    selectionText  #10141c
    danger         #ab131d
    warning        #5f5f00
    ok             #1b632a
    chip           #5f00af
    border         #a3aab8
    surface        default
    surfaceRaised  #eef1f7
    match          #87005f bold
    fresh          #00635a

    """,
    "neutral": """
    # For terminals of unknown background: every text can be read on white and on black.
    assumes        black on bright-white
    text           default
    textDim        #767676
    accent         #5f5fff
    accentText     #ffffff
    selection      #eeeeee
    selectionText  #000000
    danger         #d70000
    warning        #af5f00
    ok             #008700
    chip           #875fd7
    border         #808080
    surface        default
    surfaceRaised  default
    match          #d700af bold
    fresh          #00875f

    """,
    "high-contrast": """
    # Every text role at least seven times as light as what it stands on.
    assumes        #ffffff on #000000
    text           #ffffff
    textDim        #dcdcdc
    accent         #9fd0ff bold
    accentText     #000000 bold
    selection      #002b66
    selectionText  #ffffff bold
    danger         #ffb3ad bold
    warning        #ffe14d bold
    ok             #9dff9d bold
    chip           #e5d4ff
    border         #bdbdbd
    surface        #000000
    surfaceRaised  #141414
    match          #ffff00 bold underline
    fresh          #8affea bold

    """,
    "16-colors": """
    # For terminals with sixteen colours on a dark background; with eight, the bright ones are bold.
    assumes        white on black
    text           default
    textDim        white
    accent         bright-cyan
    accentText     black
    selection      blue
    selectionText  bright-white bold
    danger         bright-red
    warning        bright-yellow
    ok             bright-green
    chip           bright-magenta
    border         bright-black
    surface        default
    surfaceRaised  default
    match          bright-yellow bold underline
    fresh          bright-green bold

    """,
    "16-colors-light": """
    # For terminals with sixteen colours on a light or an unknown background.
    assumes        black on bright-white
    text           default
    textDim        default dim
    accent         magenta
    accentText     bright-white
    selection      default reverse
    selectionText  default reverse
    danger         red bold
    warning        red
    ok             default
    chip           magenta
    border         default dim
    surface        default
    surfaceRaised  default
    match          magenta bold underline
    fresh          magenta bold

    """,
    "none": """
    # Without colours: what matters is bold, underlined or reversed.
    assumes        white on black
    text           default
    textDim        default dim
    accent         default bold
    accentText     default reverse
    selection      default reverse
    selectionText  default reverse
    danger         default bold underline
    warning        default bold
    ok             default
    chip           default
    border         default dim
    surface        default
    surfaceRaised  default
    match          default bold underline
    fresh          default bold

    """,
  ]
}
