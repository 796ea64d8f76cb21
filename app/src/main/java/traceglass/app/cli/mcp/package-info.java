/// The command `mcp`: a server of the Model Context Protocol on standard input and output.
package traceglass.app.cli.mcp;
