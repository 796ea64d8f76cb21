/// A terminal for querying a trace with SQL.
///
/// `Shell` runs the statements, `ShellInput` is the line editor (JLine) or piped input, `DotCommands` implements
/// commands that start with a dot, `ResultPrinter` prints results, and `ResultFiles` writes them to files. Does not
/// use JavaFX.
package traceglass.app.shell;
