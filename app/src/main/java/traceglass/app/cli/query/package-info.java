/// The commands `query` and `shell`: SQL on a trace, and the formats and destinations of results.
package traceglass.app.cli.query;
