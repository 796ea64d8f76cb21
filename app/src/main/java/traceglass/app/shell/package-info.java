/// A terminal for querying a trace with SQL.
///
/// `Shell` runs the statements, `ShellInput` is the line editor (JLine) or piped input, `DotCommands` implements
/// commands that start with a dot, `ResultPrinter` prints results, and `ResultFiles` writes them to files. No JavaFX
/// here.
package traceglass.app.shell;
