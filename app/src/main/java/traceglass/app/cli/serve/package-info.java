/// The command `serve`: the engine for other programs, over HTTP, a Unix socket, or standard input and output. Also
/// understands the options with which Perfetto's clients start their trace processor.
package traceglass.app.cli.serve;
