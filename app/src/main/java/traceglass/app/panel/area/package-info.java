/// Summary of the selected range: slices by name, thread states, CPU time, counters. All numbers count only the part
/// of an event inside the range.
///
/// Queries the store with SQL on query threads for the selected tracks. A report is a class that supplies queries and
/// columns; `AreaTab` shows any report.
package traceglass.app.panel.area;
