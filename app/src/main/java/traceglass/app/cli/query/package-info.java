/// Where and in which form the command `query` writes its results.
package traceglass.app.cli.query;
