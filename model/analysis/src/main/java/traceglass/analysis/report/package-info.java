/// Reports about a selected area, one class a subject: thread states, CPUs, counters, events, frames, logs, power,
/// samples.
package traceglass.analysis.report;
