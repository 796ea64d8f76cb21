/// Details of the selected event: fields, thread states, flows, parents and arguments.
///
/// Queries the store with SQL on query threads. Each kind of event has a record of its details with the query that
/// fills it, and a view that converts the details to nodes. Links go through the window's navigator; this package
/// does not depend on the timeline.
package traceglass.app.panel.details;
