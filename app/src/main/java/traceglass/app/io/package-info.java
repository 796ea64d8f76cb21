/// Output and failure of commands: standard output, exit codes, errors in one line, and the version of the program.
///
/// Used by commands and benchmarks alike; knows no command.
package traceglass.app.io;
