/// Lists of up to millions of events, such as logs and raw ftrace events, synchronized with the timeline.
///
/// Queries the store with SQL on query threads. A kind of event is a class that defines its rows and filters;
/// `EventPanel` shows any kind. Only ids and times of a list are kept in memory; rows are loaded in pages.
package traceglass.app.panel.events;
