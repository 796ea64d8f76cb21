/// What happened in the selected range: slices by name, thread states, CPU time, counters. Every number counts only
/// what lies within the range; what its edges cut is cut.
///
/// In: the selected tracks and the store, by SQL on query threads. A report is a class that says what to ask and what
/// the columns mean; `AreaTab` shows any of them.
package traceglass.app.panel.area;
