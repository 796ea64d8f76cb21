/// The log of queries that the window itself sends, so that what it shows can be followed and asked again.
///
/// In: the [traceglass.analysis.query.QueryLog] of the open trace. Out: a tab of the drawer whose rows open as SQL.
package traceglass.app.panel.queries;
