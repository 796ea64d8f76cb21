/// List of events requested by another panel, such as slices behind a frame of a flame graph or slices of a duration
/// range.
///
/// Takes a query with a bounded number of rows and adds a tab to the details pane, whose rows link to the timeline.
package traceglass.app.panel.list;
