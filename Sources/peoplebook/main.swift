Program.run(CommandLine.arguments)
