/// A terminal to ask a trace in SQL: lines in, results out.
///
/// `Shell` is the conversation, `ShellInput` the line editor (JLine) or what is piped in, `DotCommands` what begins
/// with a dot, `ResultPrinter` how results look, `ResultFiles` how they get into files. No JavaFX here.
package traceglass.app.shell;
