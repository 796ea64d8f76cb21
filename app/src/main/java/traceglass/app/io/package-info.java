/// Output and errors of commands: standard output, exit codes, one-line errors, and the version of the program.
///
/// Used by commands and benchmarks; does not depend on any command.
package traceglass.app.io;
