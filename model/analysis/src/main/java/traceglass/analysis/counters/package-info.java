/// Values over time: counters, frequencies, idle states, power.
///
/// A subject: its tables of events, what it says about a range, and what else it offers, see [CountersSubject].
package traceglass.analysis.counters;
