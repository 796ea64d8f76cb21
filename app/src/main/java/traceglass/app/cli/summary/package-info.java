/// The command `summarize`: metrics of a trace as a specification describes them.
package traceglass.app.cli.summary;
