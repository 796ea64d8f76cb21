/// The command `summarize`: metrics of a trace that a specification defines.
package traceglass.app.cli.summary;
