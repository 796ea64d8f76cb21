/// Reads the details of one event from the trace: one query class per table of events, results as plain data for
/// the views.
package traceglass.analysis.details;
