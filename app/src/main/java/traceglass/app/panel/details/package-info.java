/// What is known about the selected event: its fields, what its thread did meanwhile, flows, parents and arguments.
///
/// In: the store, by SQL on query threads. Each kind of event has its facts (a record with a query that fills it) and a
/// view that turns facts into nodes. Out: nothing about the timeline; links go through the window's navigator.
package traceglass.app.panel.details;
