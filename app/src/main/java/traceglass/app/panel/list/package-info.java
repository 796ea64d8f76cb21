/// Lists of events that another part asks for: slices behind a frame of a flame graph, slices of one name and length.
///
/// In: a query of a bounded number of rows, with what they are. Out: a tab of the drawer whose rows lead to the
/// timeline.
package traceglass.app.panel.list;
