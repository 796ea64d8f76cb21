/// The commands `query` and `shell`: SQL on a trace, and where and in which form the results are written.
package traceglass.app.cli.query;
