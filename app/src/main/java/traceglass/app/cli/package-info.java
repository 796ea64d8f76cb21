/// The command line: one class per command, parsed by picocli.
///
/// Commands without a window (`query`, `info`, `bench import`, `bench query`) load no JavaFX class, so that they
/// start fast. Exit codes: 0 for success, 1 with one line on standard error for a trace or SQL error, 2 for wrong
/// usage.
package traceglass.app.cli;
