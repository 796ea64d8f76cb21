/// Log of the queries that the window itself sends, so that users can see and repeat them.
///
/// Shows the [traceglass.analysis.query.QueryLog] of the open trace in a tab of the details pane, whose rows can be
/// opened as SQL.
package traceglass.app.panel.queries;
