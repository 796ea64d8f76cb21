/// The command line: one class a command, read by picocli.
///
/// In: everything. Out: what runs without a window (`query`, `info`, `bench import`, `bench query`) loads no JavaFX
/// class, so that it starts fast. Exit codes: 0; 1 with one line on standard error for a trace or SQL error; 2 for
/// wrong usage.
package traceglass.app.cli;
